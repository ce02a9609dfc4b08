// The search of the site finds the page for what a reader wants to do first, and pages for contributors last.
const PAGES = {
  32: ["printing", "draw"],
  31: ["photos", "codes"],
  30: ["phones", "install", "choose", "table", "format", "repair", "fair", "share", "corrections", "environment"],
  29: ["simulate", "deduction", "studio", "formats", "mazes"],
  28: ["many"],
  26: ["library"],
  20: ["settings", "symbols", "rule-code", "log", "data", "expansions", "chances"],
  15: ["first-steps", "keeper", "program", "treasures", "labyrinth", "quoridor", "dungeon", "minoqaur"],
  "-40": ["api", "decisions", "code-glossary", "architecture", "adding-a-game", "claims", "house-rules", "translating", "writing", "whole-game", "changes", "performance", "scale"],
};
const WEIGHTS = Object.fromEntries(Object.entries(PAGES).flatMap(([weight, names]) => names.map((name) => [name, Number(weight)])));
var Scorer = {
  score: ([page, title, anchor, description, score]) => score + (WEIGHTS[page] ?? 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 45, partialTitle: 10, term: 5, partialTerm: 2,
};
