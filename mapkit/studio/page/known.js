// What players could know by what they have heard, beside the true map: of any player, after any turn. To work it out
// may take seconds, so the last answer stays until the next is there, and a slider that moves on asks once it rests.

import { answerOf, button, linesOf, made, words } from "./elements.js";

const PAUSE = 300; // how many milliseconds the slider rests before it asks

export function knowledge(studio) {
  const say = studio.say;
  let who = null, turn = null; // the player, or "" for everybody; null is now
  let asked = "", waiting = 0, answered = { key: "", lines: [], floors: [], wrong: "" };
  const found = made("div", { className: "known", role: "status" });
  const pictures = made("div", { className: "pictures" });
  const player = made("select", { label: say("Whose knowledge") });
  const slider = made("input", { type: "range", min: 0, step: 1, label: say("After which turn") });
  const moment = made("output");
  const back = button("◀", () => go(slider.valueAsNumber - 1), { label: say("A turn back") });
  const forth = button("▶", () => go(slider.valueAsNumber + 1), { label: say("A turn forth") });
  const choice = made("div", { className: "moment" }, player, made("div", { className: "slider" }, back, slider, forth), moment);
  player.addEventListener("change", () => { who = player.value; show(); });
  slider.addEventListener("input", () => go(slider.valueAsNumber));

  function go(to) {
    const last = Number(slider.max);
    turn = to >= last ? null : Math.max(0, to);
    show(PAUSE);
  }

  function show(pause = 0) {
    const { table: at } = studio.scene, names = at.private ? at.players : ["", ...at.players];
    if (!names.includes(who)) [who] = names;
    if (turn !== null && turn >= at.turns) turn = null;
    if (player.children.length !== names.length || player.value !== who) {
      player.replaceChildren(...names.map((name) => words("option", name || say("Everybody"), { value: name })));
      player.value = who;
    }
    slider.max = at.turns;
    slider.value = turn ?? at.turns;
    back.disabled = slider.valueAsNumber === 0;
    forth.disabled = turn === null;
    moment.textContent = turn === null ? say("Now") : `${turn} / ${at.turns}`;
    const wish = new URLSearchParams({ player: who, ...(turn === null ? {} : { turn }) }), key = `${at.seal} ${wish}`;
    draw(key);
    if (key === asked) return;
    asked = key;
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(key, `${wish}&seal=${at.seal}`), pause);
  }

  async function ask(key, wish) {
    const reply = await answerOf(`/known?${wish}`);
    if (asked !== key) return; // something else was asked meanwhile
    if (!reply) asked = "";
    const { lines = [], floors = 0, wrong = "" } = reply ?? { wrong: say("The studio does not answer. This page tries again.") };
    answered = { key, lines, wrong, floors: Array.from({ length: floors }, (_, number) => `/known/${number + 1}.svg?${wish}`) };
    draw(asked || key);
  }

  function draw(key) {
    const { lines, floors, wrong } = answered;
    const busy = answered.key === key ? null : words("p", say("Working it out …"), { className: "quiet" });
    for (const each of [found, pictures]) each.classList.toggle("old", Boolean(busy));
    pictures.replaceChildren(...floors.map((src, number) => made("img", { src, alt: floors.length > 1 ? say("Floor {number}", { number: number + 1 }) : say("The board as it is known") })));
    found.replaceChildren(...[busy, wrong && words("p", wrong, { className: "wrong", role: "alert" })].filter(Boolean));
    if (wrong || !answered.key) return;
    found.append(
      words("p", lines[0], { className: "title" }),
      words("p", [
        say("Grey cells and dotted borders are not known. A letter: a player is there, or perhaps if it is grey."),
        turn === null ? "" : say("The secret map beside it is as it is now."),
      ].join(" ").trim(), { className: "quiet" }),
      linesOf(lines.slice(1)),
    );
  }

  return { pictures, shown() { show(); return [choice, found]; } };
}
