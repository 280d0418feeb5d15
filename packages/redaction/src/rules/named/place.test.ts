import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsAround, nameAt } from './name.ts';
import { placesOf, valueEnd } from './place.ts';

/** The places of the name's value, as `kind value`; a value in quotes has them. */
function places(text: string): string[] {
  const name = nameAt(text, ...boundsAround(text, text.search(/pass|token/i)));
  assert.ok(name, text);
  return [...placesOf(text, name)].map(({ value, start, quoted, kind }) => {
    assert.equal(text.slice(start, start + value.length), value, text);
    return `${kind} ${quoted ? `"${value}"` : value}`;
  });
}

const expected: Record<string, string[]> = {
  'DB_PASSWORD=tiger77': ['setting tiger77'],
  'db_password=tiger77': ['line tiger77'],
  'db_password = tiger77': ['line tiger77'],
  'password: tiger77': ['line tiger77'],
  'password: tiger77, other: 1': ['entry tiger77'],
  'password: tiger77 other': ['code tiger77'],
  'password: tiger77 # note': ['line tiger77'],
  'password: tiger77 #note': ['code tiger77'],
  'password: "tiger77"': ['setting "tiger77"'],
  "password => 'tiger77'": ['setting "tiger77"'],
  'password := `tiger77`': ['setting "tiger77"'],
  'let password: String = "tiger77"': ['setting "tiger77"'],
  'public string Password { get; set; } = "tiger77"': ['setting "tiger77"'],
  'password = Secret("tiger77")': ['setting "tiger77"'],
  "setPassword('tiger77')": ['code "tiger77"'],
  'set("password", "tiger77")': ['code "tiger77"'],
  '{\\"password\\": \\"tiger77\\"}': ['setting "tiger77"'],
  '--password=tiger77 x': ['setting tiger77'],
  '--password tiger77 x': ['line tiger77'],
  '--password "tiger 77"': [],
  'url?password=tiger77&x=1': ['setting tiger77'],
  'url?a=1&token=tiger77)': ['setting tiger77'],
  'token=tiger77&next=1': ['line tiger77'],
  'token=tiger77&&x': ['line tiger77&&x'],
  'token=abc': [],
  'token=abcd': ['line abcd'],
  'password: tiger77).': ['line tiger77'],
  'a|password|tiger77|': ['setting tiger77'],
  'password|tiger77|': [],
  '<password>tiger77</password>': ['setting tiger77'],
  '<password>tiger77': [],
  'password=password=password=': [],
  'ENV DB_PASSWORD tiger77': ['setting tiger77'],
  'ENV DB_PASSWORD tig77': [],
  'the password tiger77': [],
  'secret set DB_TOKEN --body tiger77': ['setting tiger77'],
  'name: DB_PASSWORD\nvalue: tiger77': ['setting tiger77'],
  'name: DB_PASSWORD\nvalue: "tiger77"': ['setting "tiger77"'],
  '{"value": "tiger77", "name": "DB_PASSWORD"}': ['setting "tiger77"'],
  '<add key="DB_PASSWORD" value="tiger77"/>': ['setting "tiger77"'],
  'variable "db_password" {\n  default = "tiger77"\n}': ['setting "tiger77"'],
  'password = "ti\\"ger77"': ['setting "ti\\"ger77"'],
  'password = "tiger\\n77"': [],
  'password = "tig"': [],
  'password = "tiger 77"': [],
  'password = "tiger77': [],
  'password\tis "tiger77"': ['setting "tiger77"'],
};

for (const [text, found] of Object.entries(expected))
  test(JSON.stringify(text), () => assert.deepEqual(places(text), found));

test('a long value is judged by its head and ends where it ends', () => {
  const value = 'a1'.repeat(200);
  const end = (text: string) => {
    const name = nameAt(text, ...boundsAround(text, text.indexOf('token')));
    const [place] = name ? [...placesOf(text, name)] : [];
    assert.ok(place && place.value.length <= 100, text);
    return valueEnd(text, place) - place.start;
  };
  assert.equal(end(`token=${value} x`), 400);
  assert.equal(end(`token="${value}" x`), 400);
  assert.equal(end(`token=${value},x`), 400);
  assert.equal(end(`token=${value}→x`), 400);
  assert.equal(end(`token=${'a1'.repeat(45)} x`), 90);
});
