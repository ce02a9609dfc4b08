// The sheets of the map on the board, files of them, and the share link. What players may see and what is secret stand
// apart, in two colours, and are two files. Sheets are shown as pictures, so nothing in them can do anything here.

import { row, select } from "./controls.js";
import { button, element, lang, say } from "./elements.js";
import { answerOf } from "./transport.js";

const MOST = 20000; // characters of a share link that are looked at
const PAUSE = 400; // milliseconds without a stroke, after which the sheets are drawn again

export function printPanel(studio, place) {
  const choices = element("div", { className: "choices" });
  const told = element("p", { className: "wrong", role: "status" }), groups = element("div");
  let wish = { paper: "a4", ink: "colour", language: lang, big: "" };
  let number = "", waits = 0, drawn = 0, shown = null;

  const asked = (more = {}) => new URLSearchParams({ ...wish, ...more });
  const link = (text, href, className) => element("a", { href, className, download: "" }, text);

  function choice(name, text, values) {
    const list = select(values, wish[name], { name, onchange: () => { wish = { ...wish, [name]: list.value }; draw(); } });
    return element("label", {}, text, list);
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
    if (trouble) return element("article", {}, element("h4", {}, title), element("p", { className: "wrong" }, trouble));
    const pictures = Array.from({ length: pages }, (_, at) => {
      const about = `/sheets/${name}/${at + 1}`, src = `${about}.svg?${asked({ drawn })}`;
      const picture = element("img", { src, alt: say("{title}, page {number} of {pages}", { title, number: at + 1, pages }), loading: "lazy" });
      const files = ["svg", "png"].map((each) => link(each.toUpperCase(), `${about}.${each}?${asked({ save: "yes" })}`, "file"));
      return element("figure", {}, element("a", { href: src, target: "_blank", rel: "noopener" }, picture), element("figcaption", {}, ...files));
    });
    const head = [title, link("PDF", `/sheets/${name}.pdf?${asked()}`, "file"), secret ? element("small", {}, say("secret")) : null];
    return element("article", {}, element("h4", {}, ...head), element("div", { className: "pages" }, ...pictures));
  }

  const asking = async (more) => await answerOf(`/sheets?${asked(more)}`) ?? { wrong: say("The studio's server does not answer.") };

  function chief(found, whom, text) {
    const why = found.files[whom];
    if (why === undefined) return [];
    if (why) return [element("p", { className: "wrong" }, why)];
    const sets = () => (found.sets ? { sets: number || String(found.sets) } : {});
    const file = link("", `/sheets/${whom}.pdf?${asked(sets())}`, "chief");
    const name = ({ pages }) => { file.textContent = `${text} (${say("pages: {number}", { number: pages[whom] })})`; };
    name(found);
    file.id = `file-${whom}`;
    if (whom !== "players" || !found.sets) return [file];
    const input = element("input", { type: "number", min: 1, max: 99, value: number || found.sets });
    input.oninput = async () => {
      number = input.validity.valid ? input.value : "";
      file.href = `/sheets/${whom}.pdf?${asked(sets())}`;
      const wanted = number, counted = await asking(sets());
      if (wanted !== number) return;
      told.textContent = counted.wrong ?? "";
      if (!counted.wrong) name(counted);
    };
    return [file, element("label", {}, say("Sets, one for each player"), input)];
  }

  function group(found, secret) {
    return element("section", { className: secret ? "for-master" : "for-players" },
      element("h3", {}, secret ? say("Secret: for the game master") : say("For players")),
      element("p", {}, secret ? say("These sheets show the map, or what the game master writes down. Keep them from players.") : say("These sheets show nothing secret.")),
      ...(secret ? chief(found, "game-master", say("Download the secret PDF")) : chief(found, "players", say("Download the players' PDF"))),
      ...found.sheets.filter((each) => each.masters === secret).map(sheet));
  }

  async function draw() {
    waits = 0;
    drawn += 1;
    shown = studio.scene.text;
    const mine = drawn;
    const found = await asking(number ? { sets: number } : {});
    if (mine !== drawn) return;
    const faulty = studio.scene.faults.length ? say("The map is not legal yet, and the sheets show it as it is.") : "";
    told.textContent = found.wrong ?? faulty;
    if (found.wrong) return groups.replaceChildren();
    offer(found.choices);
    groups.replaceChildren(...[false, true].filter((secret) => found.sheets.some((each) => each.masters === secret))
      .map((secret) => group(found, secret)));
  }

  // The share link

  const area = element("textarea", { label: say("A share link or code"), placeholder: "treasures:1…", spellcheck: false });
  const share = element("section", { className: "share" },
    element("h3", {}, say("Share")),
    element("p", {}, say("A link holds the whole map with its secrets: send it to game masters, not to players. It opens in a studio; the part after # is a share code, which mapkit reads, too.")),
    area, row(
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
