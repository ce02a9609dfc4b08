// The sheets of the map on the board, files of them, and the share link. What players may see and what is secret stand
// apart, in two colours, and are two files. Sheets are shown as pictures, so nothing in them can do anything here.

import { sheets } from "./transport.js";

const MOST = 20000; // characters of a share link that are looked at
const PAUSE = 400; // milliseconds without a stroke, after which the sheets are drawn again

export function prints(studio, place) {
  const made = (tag, words = "", about = {}) => Object.assign(document.createElement(tag), { textContent: words }, about);
  const say = studio.say, choices = made("div", "", { className: "choices" });
  const told = made("p", "", { className: "wrong" }), groups = made("div");
  told.setAttribute("role", "status");
  let wish = { paper: "a4", ink: "colour", language: studio.scene.language, big: "" };
  let number = "", waits = 0, drawn = 0, shown = null;

  const asked = (more = {}) => new URLSearchParams({ ...wish, ...more });
  const link = (words, address, name) => made("a", words, { href: address, className: name, download: "" });

  function choice(name, words, values) {
    const label = made("label", say(words)), list = document.createElement("select");
    list.append(...values.map(([value, text]) => new Option(text, value, false, value === wish[name])));
    list.name = name;
    list.addEventListener("change", () => { wish = { ...wish, [name]: list.value }; draw(); });
    label.append(list);
    return label;
  }

  function offer({ paper, ink, language }) {
    const named = { a3: "A3", a4: "A4", a5: "A5", letter: "Letter", legal: "Legal", tabloid: "Tabloid" };
    const inks = { colour: say("Colour"), grey: say("Grey"), black: say("Black") };
    const tongue = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
    choices.replaceChildren(
      choice("paper", "Paper", paper.map((each) => [each, named[each] ?? each])),
      choice("ink", "Ink", ink.map((each) => [each, inks[each] ?? each])),
      choice("language", "Language", language.map((each) => [each, tongue(each)])),
      choice("big", "Type", [["", say("As usual")], ["yes", say("Large, for weak eyes")]]),
    );
  }

  function sheet({ name, title, pages, trouble, secret }) {
    const part = made("article"), head = made("h4", title), row = made("div", "", { className: "pages" });
    if (trouble) {
      part.append(head, made("p", trouble, { className: "wrong" }));
      return part;
    }
    for (let page = 1; page <= pages; page += 1) {
      const one = made("figure"), about = `/sheets/${name}/${page}`, view = made("a"), picture = document.createElement("img");
      picture.src = `${about}.svg?${asked({ drawn })}`;
      picture.alt = say("{title}, page {number} of {pages}", { title, number: page, pages });
      picture.loading = "lazy";
      Object.assign(view, { href: picture.src, target: "_blank", rel: "noopener" });
      view.append(picture);
      const files = made("figcaption");
      files.append(...["svg", "png"].map((each) => link(each.toUpperCase(), `${about}.${each}?${asked({ save: "yes" })}`, "file")));
      one.append(view, files);
      row.append(one);
    }
    head.append(link("PDF", `/sheets/${name}.pdf?${asked()}`, "file"));
    if (secret) head.append(made("small", say("secret")));
    part.append(head, row);
    return part;
  }

  function chief(found, whom, words) {
    const why = found.files[whom];
    if (why === undefined) return [];
    if (why) return [made("p", why, { className: "wrong" })];
    const sets = () => (found.sets ? { sets: number || String(found.sets) } : {});
    const button = link("", `/sheets/${whom}.pdf?${asked(sets())}`, "chief");
    const name = ({ pages }) => { button.textContent = `${say(words)} (${say("pages: {number}", { number: pages[whom] })})`; };
    name(found);
    button.id = `file-${whom}`;
    if (whom !== "players" || !found.sets) return [button];
    const label = made("label", say("Sets, one for each player")), input = document.createElement("input");
    Object.assign(input, { type: "number", min: 1, max: 99, value: number || found.sets });
    input.addEventListener("input", async () => {
      number = input.validity.valid ? input.value : "";
      button.href = `/sheets/${whom}.pdf?${asked(sets())}`;
      const wanted = number, counted = await sheets(asked(sets())).catch((error) => ({ refused: error.message }));
      if (wanted !== number) return;
      told.textContent = counted.refused ?? "";
      if (!counted.refused) name(counted);
    });
    label.append(input);
    return [button, label];
  }

  function group(found, secret) {
    const part = made("section", "", { className: secret ? "for-master" : "for-players" });
    part.append(
      made("h3", secret ? say("Secret: for the game master") : say("For players")),
      made("p", secret ? say("These sheets show the map, or what the game master writes down. Keep them from players.") : say("These sheets show nothing secret.")),
      ...(secret ? chief(found, "game-master", "Download the secret PDF") : chief(found, "players", "Download the players' PDF")),
      ...found.sheets.filter((each) => each.masters === secret).map(sheet),
    );
    return part;
  }

  async function draw() {
    waits = 0;
    drawn += 1;
    shown = studio.scene.text;
    const mine = drawn;
    const found = await sheets(asked(number ? { sets: number } : {})).catch((error) => ({ refused: error.message }));
    if (mine !== drawn) return;
    const faulty = studio.scene.faults.length ? say("The map is not legal yet, and the sheets show it as it is.") : "";
    told.textContent = found.refused ?? faulty;
    if (found.refused) return groups.replaceChildren();
    offer(found.choices);
    groups.replaceChildren(...[false, true].filter((secret) => found.sheets.some((each) => each.masters === secret))
      .map((secret) => group(found, secret)));
  }

  // The share link

  const share = made("section", "", { className: "share" }), area = document.createElement("textarea");
  const make = made("button", say("Make a link")), copy = made("button", say("Copy")), open = made("button", say("Open this map"));
  area.setAttribute("aria-label", say("A share link or code"));
  area.placeholder = "treasures:1…";
  area.spellcheck = false;
  function bring() {
    const code = location.hash.slice(1, MOST).replace(/%3A/i, ":");
    history.replaceState(null, "", location.pathname); // the secret does not stay in the address
    if (!code) return;
    area.value = code;
    place.prepend(share);
    place.scrollTop = 0;
  }
  make.addEventListener("click", async () => {
    const { code } = await studio.act("share");
    if (code) area.value = `${location.origin}/#${code}`;
  });
  copy.addEventListener("click", () => { area.select(); navigator.clipboard?.writeText(area.value); });
  open.addEventListener("click", () => studio.act("open_code", { code: area.value }));
  const row = made("div", "", { className: "row" });
  row.append(make, copy, open);
  share.append(made("h3", say("Share")), made("p", say("A link holds the whole map with its secrets: send it to game masters, not to players. It opens in a studio; the part after # is a share code, which mapkit reads, too.")), area, row);

  place.append(choices, told, groups, share);
  bring();
  addEventListener("hashchange", bring);
  studio.watch(["text", "faults"], () => {
    clearTimeout(waits);
    if (!place.hidden) waits = setTimeout(draw, PAUSE);
  });
  return () => { if (!place.hidden && shown !== studio.scene.text) draw(); };
}
