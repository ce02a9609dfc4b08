// The search of the site finds the page for what a reader wants to do first, and pages for contributors last.
const PAGES = {
  33: ["fair"],
  32: ["printing", "choose", "many", "draw"],
  31: ["photos", "codes", "table"],
  30: ["phones", "install", "format", "repair", "share", "environment"],
  29: ["simulate", "deduction", "studio", "formats", "mazes"],
  26: ["library"],
  22: ["glossary"],
  20: ["settings", "symbols", "rule-code", "corrections", "log", "data", "expansions", "chances"],
  15: ["first-steps", "keeper", "program", "treasures", "labyrinth", "quoridor", "dungeon", "minoqaur"],
  "-40": ["api", "decisions", "code-glossary", "architecture", "adding-a-game", "claims", "house-rules", "translating", "writing", "whole-game", "changes", "performance", "scale"],
};
const WEIGHTS = Object.fromEntries(Object.entries(PAGES).flatMap(([weight, names]) => names.map((name) => [name, Number(weight)])));
var Scorer = {
  score: ([page, title, anchor, description, score]) => score + (WEIGHTS[page] ?? 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 45, partialTitle: 10, term: 5, partialTerm: 2,
};

// Sphinx finds pages with all words alone. Where there are few, pages with most of them follow: rare words count for more.
const withAll = Search.performTermsSearch;
Search.performTermsSearch = (words, without) => {
  const found = withAll(words, without), some = new Map();
  if (found.length > 9) return found;
  for (const word of words) {
    const hits = withAll(new Set([word]), without);
    for (const hit of hits) {
      const page = some.get(hit[0]) ?? [...hit.with(4, 0)];
      page[4] += 30 * Math.log(80 / hits.length) + hit[4];
      some.set(hit[0], page);
    }
  }
  return [...some.values()].sort((one, other) => other[4] - one[4]).slice(0, 10);
};
