const { appendFileSync, cpSync, existsSync } = require("node:fs");
const { STUBS, INPUT_KEY, INPUT_PATH, GITHUB_OUTPUT } = process.env;
const hit = existsSync(`${STUBS}/cache/${INPUT_KEY}`);
appendFileSync(`${STUBS}/calls`, `cache\t${JSON.stringify({ key: INPUT_KEY, path: INPUT_PATH, hit: String(hit) })}\n`);
if (hit) cpSync(`${STUBS}/cache/${INPUT_KEY}`, INPUT_PATH, { recursive: true });
appendFileSync(GITHUB_OUTPUT, `cache-hit=${hit}\n`);
