const languages: Record<string, string> = {
  bash: 'bash',
  c: 'java',
  cjs: 'javascript',
  cpp: 'java',
  cs: 'java',
  css: 'css',
  go: 'go',
  html: 'xml',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  kt: 'java',
  mjs: 'javascript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  sql: 'sql',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** By the file's ending; undefined where colours would only guess. */
export function languageOf(path: string): string | undefined {
  const ending = /\.([a-z]+)$/i.exec(path.trim())?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(languages, ending) ? languages[ending] : undefined;
}
