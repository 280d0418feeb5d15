import { prefixed, type Rule } from '../../rule.ts';
import { ALNUM, END, GUID, HEX, WORD } from './piece.ts';

/** Code, packages, builds. */
export const forgeFormats: readonly Rule[] = [
  prefixed(
    'gitlab',
    [
      ...['glptt-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glsoat-', 'glimt-', 'glagent-', 'gloas-', 'glft-'],
      ...['glffct-', 'glwt-', 'GR1348941'],
    ],
    '[A-Za-z0-9_.-]{20,128}',
  ),
  prefixed('atlassian', ['ATATT3', 'ATCTT3', 'ATBB', 'ATLASSIAN3'], '[A-Za-z0-9_=-]{24,250}'),
  prefixed('pypi', 'pypi-', `Ag${WORD}{50,400}`),
  prefixed('rubygems', 'rubygems_', `${HEX}{48}`),
  prefixed('nuget', 'oy2', `[a-z0-9]{43}${END}`),
  prefixed('clojars', 'CLOJARS_', `${HEX}{60}`),
  prefixed('packagist', ['packagist_ort_', 'packagist_uut_', 'packagist_oat_'], `${HEX}{60,68}`),
  prefixed('jfrog', ['AKCp', 'cmVmdGtu'], `${ALNUM}{50,80}${END}`),
  prefixed('sonar', ['sqp_', 'squ_', 'sqa_', 'sqco_'], `${HEX}{40}${END}`),
  prefixed('circleci', ['CCIPAT_', 'CCIPRJ_'], `${ALNUM}{22}_${HEX}{40}`),
  prefixed('buildkite', ['bkua_', 'bkct_', 'bkaj_'], `${ALNUM}{30,60}${END}`),
  prefixed('sourcegraph', ['sgp_', 'slk_'], `(?:(?:${HEX}{16}|local)_)?${HEX}{40,64}${END}`),
  prefixed('docker', 'dckr_oat_', `${WORD}{27,40}`),
  prefixed('postman', 'PMAK-', `${HEX}{24}-${HEX}{34}`),
  prefixed('jsr', 'jsrp_', `${ALNUM}{30,60}${END}`),
  prefixed('snyk', ['snyk_uat.', 'snyk_sat.'], `${HEX}{8}\\.${WORD}{30,400}(?:\\.${WORD}{10,200}){0,2}`),
  prefixed('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], `${ALNUM}{36,255}`),
  prefixed('github', 'github_pat_', '[A-Za-z0-9_]{50,255}'),
  prefixed('gitlab', 'glpat-', '[A-Za-z0-9_.-]{20,320}'),
  prefixed('npm', 'npm_', `${ALNUM}{36}${END}`),
  prefixed('npm', 'NpmToken.', GUID),
  prefixed('docker', 'dckr_pat_', `${WORD}{20,40}`),
  prefixed('trello', 'ATTA', `${HEX}{64}`),
];
