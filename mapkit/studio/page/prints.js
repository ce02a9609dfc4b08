// The sheets of the map on the board, files of them, and the share link. What players may see and what is secret stand
// apart, in two colours, and are two files. Sheets are shown as pictures, so nothing in them can do anything here.

import { button, lang, made, say, words } from "./elements.js";
import { sheets } from "./transport.js";

const MOST = 20000; // characters of a share link that are looked at
const PAUSE = 400; // milliseconds without a stroke, after which the sheets are drawn again

export function prints(studio, place) {
  const choices = made("div", { className: "choices" });
  const told = made("p", { className: "wrong", role: "status" }), groups = made("div");
  let wish = { paper: "a4", ink: "colour", language: lang, big: "" };
  let number = "", waits = 0, drawn = 0, shown = null;

  const asked = (more = {}) => new URLSearchParams({ ...wish, ...more });
  const link = (text, href, className) => words("a", text, { href, className, download: "" });

  function choice(name, text, values) {
    const list = made("select", { name }, ...values.map(([value, shown]) => new Option(shown, value, false, value === wish[name])));
    list.addEventListener("change", () => { wish = { ...wish, [name]: list.value }; draw(); });
    return made("label", {}, text, list);
  }

  function offer({ paper, ink, language }) {
    const named = { a3: "A3", a4: "A4", a5: "A5", letter: "Letter", legal: "Legal", tabloid: "Tabloid" };
    const inks = { colour: say("Colour"), grey: say("Grey"), black: say("Black") };
    const tongue = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
    choices.replaceChildren(
      choice("paper", say("Paper"), paper.map((each) => [each, named[each] ?? each])),
      choice("ink", say("Ink"), ink.map((each) => [each, inks[each] ?? each])),
      choice("language", say("Language"), language.map((each) => [each, tongue(each)])),
      choice("big", say("Type"), [["", say("As usual")], ["yes", say("Large, for weak eyes")]]),
    );
  }

  function sheet({ name, title, pages, trouble, secret }) {
    if (trouble) return made("article", {}, words("h4", title), words("p", trouble, { className: "wrong" }));
    const row = Array.from({ length: pages }, (_, at) => {
      const about = `/sheets/${name}/${at + 1}`, src = `${about}.svg?${asked({ drawn })}`;
      const picture = made("img", { src, alt: say("{title}, page {number} of {pages}", { title, number: at + 1, pages }), loading: "lazy" });
      const files = ["svg", "png"].map((each) => link(each.toUpperCase(), `${about}.${each}?${asked({ save: "yes" })}`, "file"));
      return made("figure", {}, made("a", { href: src, target: "_blank", rel: "noopener" }, picture), made("figcaption", {}, ...files));
    });
    const head = [title, link("PDF", `/sheets/${name}.pdf?${asked()}`, "file"), secret ? words("small", say("secret")) : null];
    return made("article", {}, made("h4", {}, ...head), made("div", { className: "pages" }, ...row));
  }

  function chief(found, whom, text) {
    const why = found.files[whom];
    if (why === undefined) return [];
    if (why) return [words("p", why, { className: "wrong" })];
    const sets = () => (found.sets ? { sets: number || String(found.sets) } : {});
    const file = link("", `/sheets/${whom}.pdf?${asked(sets())}`, "chief");
    const name = ({ pages }) => { file.textContent = `${text} (${say("pages: {number}", { number: pages[whom] })})`; };
    name(found);
    file.id = `file-${whom}`;
    if (whom !== "players" || !found.sets) return [file];
    const input = made("input", { type: "number", min: 1, max: 99, value: number || found.sets });
    input.addEventListener("input", async () => {
      number = input.validity.valid ? input.value : "";
      file.href = `/sheets/${whom}.pdf?${asked(sets())}`;
      const wanted = number, counted = await sheets(asked(sets())).catch(() => ({ refused: say("The studio's server does not answer.") }));
      if (wanted !== number) return;
      told.textContent = counted.refused ?? "";
      if (!counted.refused) name(counted);
    });
    return [file, made("label", {}, say("Sets, one for each player"), input)];
  }

  function group(found, secret) {
    return made("section", { className: secret ? "for-master" : "for-players" },
      words("h3", secret ? say("Secret: for the game master") : say("For players")),
      words("p", secret ? say("These sheets show the map, or what the game master writes down. Keep them from players.") : say("These sheets show nothing secret.")),
      ...(secret ? chief(found, "game-master", say("Download the secret PDF")) : chief(found, "players", say("Download the players' PDF"))),
      ...found.sheets.filter((each) => each.masters === secret).map(sheet));
  }

  async function draw() {
    waits = 0;
    drawn += 1;
    shown = studio.scene.text;
    const mine = drawn;
    const found = await sheets(asked(number ? { sets: number } : {})).catch(() => ({ refused: say("The studio's server does not answer.") }));
    if (mine !== drawn) return;
    const faulty = studio.scene.faults.length ? say("The map is not legal yet, and the sheets show it as it is.") : "";
    told.textContent = found.refused ?? faulty;
    if (found.refused) return groups.replaceChildren();
    offer(found.choices);
    groups.replaceChildren(...[false, true].filter((secret) => found.sheets.some((each) => each.masters === secret))
      .map((secret) => group(found, secret)));
  }

  // The share link

  const area = made("textarea", { label: say("A share link or code"), placeholder: "treasures:1…", spellcheck: false });
  const share = made("section", { className: "share" },
    words("h3", say("Share")),
    words("p", say("A link holds the whole map with its secrets: send it to game masters, not to players. It opens in a studio; the part after # is a share code, which mapkit reads, too.")),
    area, made("div", { className: "row" },
      button(say("Make a link"), async () => {
        const { code } = await studio.act("share");
        if (code) area.value = `${location.origin}/#${code}`;
      }),
      button(say("Copy"), () => { area.select(); navigator.clipboard?.writeText(area.value); }),
      button(say("Open this map"), () => studio.act("open_code", { code: area.value }))));
  function bring() {
    const code = location.hash.slice(1, MOST).replace(/%3A/i, ":");
    history.replaceState(null, "", location.pathname); // the secret does not stay in the address
    if (!code) return;
    area.value = code;
    place.prepend(share);
    place.scrollTop = 0;
  }

  place.append(choices, told, groups, share);
  bring();
  addEventListener("hashchange", bring);
  studio.watch(["text", "faults"], () => {
    clearTimeout(waits);
    if (!place.hidden) waits = setTimeout(draw, PAUSE);
  });
  return () => { if (!place.hidden && shown !== studio.scene.text) draw(); };
}
