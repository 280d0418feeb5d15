#!/usr/bin/env node
// node:sqlite says on every start that it is experimental; nobody reading a transcript needs to know.
const emitWarning = process.emitWarning.bind(process);
process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).includes('SQLite')) (emitWarning as (...all: unknown[]) => void)(warning, ...rest);
}) as typeof process.emitWarning;

import('./program.ts').then(({ runProgram }) => runProgram(process.argv));
