// The search of the site finds the page for what a reader wants to do first, and pages for contributors last.
const PAGES = {
  34: ["draw"],
  33: ["format"],
  32: ["printing"],
  31: ["photos", "codes"],
  30: ["phones", "install", "choose", "table", "repair", "fair", "share", "studio", "corrections", "environment"],
  29: ["simulate", "deduction", "formats", "mazes"],
  28: ["many"],
  26: ["library", "house-rules"],
  20: ["settings", "symbols", "rule-code", "log", "data", "expansions", "chances"],
  15: ["first-steps", "keeper", "program", "treasures", "labyrinth", "quoridor", "dungeon", "minoqaur"],
  "-40": ["api", "decisions", "code-glossary", "architecture", "adding-a-game", "claims", "translating", "writing", "whole-game", "changes", "performance", "scale"],
};
const WEIGHTS = Object.fromEntries(Object.entries(PAGES).flatMap(([weight, names]) => names.map((name) => [name, Number(weight)])));
// Words that readers type, and words of the pages for them. Beside other words, that a map is meant says nothing.
const WORDS = new Map(Object.entries({ mend: "repair", fix: "repair", minimal: "fewest", ipad: "tablet", touchscreen: "tablet", autosave: "kept", mistakes: "err", accuracy: "err", quality: "good" }));
var splitQuery = (query) => {
  const words = query.split(/[^\p{L}\p{N}_]+/u).filter(Boolean), rest = words.filter((word) => !/^(maps?|mapkit)$/i.test(word));
  return (rest.length ? rest : words).map((word) => WORDS.get(word.toLowerCase()) ?? word);
};
// The number of a rule leads to the rule.
const RULES = { TL: "treasures", TX: "expansions", MP: "labyrinth", MX: "house-options", QC: "quoridor", HD: "dungeon", MQ: "minoqaur" };
const byWords = Search._performSearch;
Search._performSearch = (query, ...terms) => {
  const found = byWords(query, ...terms), [, game, rule, part] = query.match(/\b(TL|TX|MP|MX|QC|HD|MQ)-((?:[A-Z]-?)?\d+)((?:\.\w+)*)/i) ?? [];
  const page = `rules/${RULES[game?.toUpperCase()]}`, number = `${game}-${rule}`.toUpperCase() + part?.toLowerCase();
  if (Search._index.docnames.includes(page)) found.push([page, number, `#${number}`, null, 0, `${page}.rst`, "title"]);
  return found;
};
var Scorer = {
  score: ([page, title, anchor, description, score]) => score + (WEIGHTS[page] ?? 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 45, partialTitle: 10, term: 5, partialTerm: 2,
};
