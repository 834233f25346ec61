const { cpSync } = require("node:fs");
const { STUBS, INPUT_KEY, INPUT_PATH } = process.env;
cpSync(INPUT_PATH, `${STUBS}/cache/${INPUT_KEY}`, { recursive: true });
