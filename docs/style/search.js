// The search of the site finds the page for what a reader wants to do first, and pages for contributors last.
const PAGES = {
  34: ["draw"],
  33: ["fair", "format"],
  32: ["printing", "choose", "many"],
  31: ["photos", "codes", "table"],
  30: ["phones", "install", "repair", "share", "studio", "environment"],
  29: ["simulate", "deduction", "formats", "mazes"],
  26: ["library", "house-rules"],
  22: ["glossary"],
  20: ["settings", "symbols", "rule-code", "corrections", "log", "data", "expansions", "chances"],
  15: ["first-steps", "keeper", "program", "treasures", "labyrinth", "quoridor", "dungeon", "minoqaur"],
  1: ["architecture"],
  "-40": ["api", "decisions", "code-glossary", "adding-a-game", "writing", "whole-game", "changes"],
  "-15": ["claims", "translating", "performance", "scale"],
};
const WEIGHTS = Object.fromEntries(Object.entries(PAGES).flatMap(([weight, names]) => names.map((name) => [name, Number(weight)])));
// Words that readers type, and words of the pages for them. Beside other words to search for, that a map is meant says nothing.
const WORDS = new Map(Object.entries({ mend: "repair", same: "seed", fix: "repair", minimal: "fewest", ipad: "tablet", touchscreen: "tablet", autosave: "kept", mistakes: "err", accuracy: "err", quality: "good", kids: "children", rid: "remove", wifi: "network", untrusted: "hostile", speed: "fast", benchmark: "performance" }));
var splitQuery = (query) => {
  const words = query.split(/[^\p{L}\p{N}_]+/u).filter(Boolean).map((word) => WORDS.get(word.toLowerCase()) ?? word), rest = words.filter((word) => !/^(maps?|mapkit)$/i.test(word));
  return rest.some((word) => !stopwords.has(word.toLowerCase())) ? rest : words;
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
  score: ([page, title, anchor, description, score, file, kind]) =>
    score + (kind === SearchResultKind.title && score > 45 ? 50 : (WEIGHTS[page] ?? 0)), // 46 is the title of a page
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
