export type { Argument, Pipe, Redirection, SimpleCommand } from './command.ts';
export { type ParsedShell, type ParseOptions, parseShell, shellLimits } from './parse.ts';
export { baseName, posixPath, resolvePath } from './path.ts';
export {
  isSecretFile,
  namesSecretFile,
  secretFileShapes,
  takesPatternFirst,
  withoutPattern,
} from './secret-file.ts';
