// The sheets of the map on the board, files of them, and the share code. What players may see and what is secret stand
// apart, in two colours, and are two files. Sheets are shown as pictures, so nothing in them can do anything here.

import { loadStyle, qrPicture, row, select } from "./controls.js";
import { button, element, lang, say } from "./elements.js";
import { answerOf } from "./transport.js";

/** @import { Answer, Audience, ShownSheet, ShownSheets } from "../messages.js" */
/** @import { Studio } from "./main.js" */
/** @typedef {"paper" | "ink" | "language" | "big"} Choice */

const PAUSE = 400; // milliseconds without a stroke, after which the sheets are drawn again

/** @param {Studio} studio @param {HTMLElement} place */
export function printPanel(studio, place) {
  loadStyle("prints");
  const choices = element("div", { className: "choices" });
  const told = element("p", { className: "wrong", role: "status" }), groups = element("div");
  let wish = { paper: "a4", ink: "colour", language: lang, big: "" };
  let number = "", waits = 0, drawn = 0, shown = "";

  const asked = (/** @type {Record<string, string>} */ more = {}) => new URLSearchParams({ ...wish, ...more });
  /** @param {string} text @param {string} href @param {string} className */
  const link = (text, href, className) => element("a", { href, className, download: "" }, text);

  /** @param {Choice} name @param {string} text @param {string[][]} values */
  function choice(name, text, values) {
    const list = select(values, wish[name], { name, onchange: () => { wish = { ...wish, [name]: list.value }; draw(); } });
    return element("label", {}, text, list);
  }

  /** @param {ShownSheets["choices"]} choices */
  function offer({ paper, ink, language }) {
    /** @type {Record<string, string>} */
    const named = { a3: "A3", a4: "A4", a5: "A5", letter: "Letter", legal: "Legal", tabloid: "Tabloid" };
    /** @type {Record<string, string>} */
    const inks = { colour: say("Colour"), grey: say("Grey"), black: say("Black") };
    const tongue = (/** @type {string} */ code) => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    choices.replaceChildren(
      choice("paper", say("Paper"), paper.map((each) => [each, named[each] ?? each])),
      choice("ink", say("Ink"), ink.map((each) => [each, inks[each] ?? each])),
      choice("language", say("Language"), language.map((each) => [each, tongue(each)])),
      choice("big", say("Type"), [["", say("As usual")], ["yes", say("Large, for weak eyes")]]),
    );
  }

  /** @param {ShownSheet} sheet */
  function sheet({ name, title, pages, trouble, secret }) {
    if (trouble) return element("article", {}, element("h4", {}, title), element("p", { className: "wrong" }, trouble));
    const pictures = Array.from({ length: pages }, (_, at) => {
      const about = `/sheets/${name}/${at + 1}`, src = `${about}.svg?${asked({ drawn: String(drawn) })}`;
      const picture = element("img", { src, alt: say("{title}, page {number} of {pages}", { title, number: at + 1, pages }), loading: "lazy" });
      const files = ["svg", "png"].map((each) => link(each.toUpperCase(), `${about}.${each}?${asked({ save: "yes" })}`, "file"));
      return element("figure", {}, element("a", { href: src, target: "_blank", rel: "noopener" }, picture), element("figcaption", {}, ...files));
    });
    const head = [title, link("PDF", `/sheets/${name}.pdf?${asked()}`, "file"), secret ? element("small", {}, say("secret")) : null];
    return element("article", {}, element("h4", {}, ...head), element("div", { className: "pages" }, ...pictures));
  }

  /** @param {Record<string, string>} more @returns {Promise<(ShownSheets & { wrong?: undefined }) | { wrong: string }>} */
  const asking = async (more) => await /** @type {typeof answerOf<ShownSheets>} */ (answerOf)(`/sheets?${asked(more)}`) ?? { wrong: say("The studio's server does not answer.") };

  /** @param {ShownSheets} found @param {Audience} whom @param {string} text */
  function chief(found, whom, text) {
    const why = found.files[whom];
    if (why === undefined) return [];
    if (why) return [element("p", { className: "wrong" }, why)];
    const sets = () => /** @type {Record<string, string>} */ (found.sets ? { sets: number || String(found.sets) } : {});
    const file = link("", `/sheets/${whom}.pdf?${asked(sets())}`, "chief");
    const name = (/** @type {ShownSheets} */ { pages }) => { file.textContent = `${text} (${say("pages: {number}", { number: pages[whom] ?? 0 })})`; };
    name(found);
    file.id = `file-${whom}`;
    if (whom !== "players" || !found.sets) return [file];
    const input = element("input", { type: "number", min: "1", max: "99", value: number || String(found.sets) });
    input.oninput = async () => {
      number = input.validity.valid ? input.value : "";
      file.href = `/sheets/${whom}.pdf?${asked(sets())}`;
      const wanted = number, counted = await asking(sets());
      if (wanted !== number) return;
      told.textContent = counted.wrong ?? "";
      if (counted.wrong === undefined) name(counted);
    };
    return [file, element("label", {}, say("Sets, one for each player"), input)];
  }

  /** @param {ShownSheets} found @param {boolean} secret */
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
    drawShare();
    const found = await asking(number ? { sets: number } : {});
    if (mine !== drawn) return;
    const faulty = studio.scene.faults.length ? say("The map is not legal yet, and the sheets show it as it is.") : "";
    told.textContent = found.wrong ?? faulty;
    if (found.wrong !== undefined) return groups.replaceChildren();
    offer(found.choices);
    groups.replaceChildren(...[false, true].filter((secret) => found.sheets.some((each) => each.masters === secret))
      .map((secret) => group(found, secret)));
  }

  // The share code

  const code = element("textarea", { label: say("The share code"), readOnly: true, spellcheck: false, onfocus: () => code.select() });
  const square = element("details", { className: "square" }), shareTold = element("p", { role: "status" });
  const share = element("section", { className: "share" },
    element("h3", {}, say("Share")),
    element("p", {}, say("A link would lead to your own computer. Send the code, or the file: Open takes either in any studio, and so does every command. Both hold the whole map with its secrets: they are for game masters, not for players.")),
    code, row(
      button(say("Copy the code"), async () => {
        code.select();
        const copied = await navigator.clipboard?.writeText(code.value).then(() => true, () => false);
        shareTold.textContent = copied ? say("Copied") : say("Press Ctrl+C to copy it.");
      }),
      element("a", { href: "/file", download: "", className: "button" }, say("Save the file"))),
    shareTold, square);

  async function drawShare() {
    const { code: found, square: drawn, refused } = await studio.ask("share", {}).catch(() => /** @type {Answer} */ ({}));
    code.value = found ?? "";
    shareTold.textContent = refused ?? (found && !drawn ? say("The map is too large for a code that phones scan.") : "");
    square.hidden = !drawn;
    if (drawn) square.replaceChildren(element("summary", {}, say("QR code")), qrPicture(drawn, say("The share code, for phones to scan")));
  }

  place.append(share, choices, told, groups);
  studio.watch(["text", "faults"], () => {
    clearTimeout(waits);
    if (!place.hidden) waits = setTimeout(draw, PAUSE);
  });
  return () => { if (!place.hidden && shown !== studio.scene.text) draw(); };
}
