import { bodyMayBeAbsent, DebriefError, type Route } from '@debrief/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TObject, TSchema } from 'typebox';
import { CompileOnce } from '../compile-once.ts';
import { CheckedBody } from './checked-body.ts';

// No coercion and no defaults: what came is judged as it came.
const ajv = new Ajv({
  allErrors: false,
  coerceTypes: false,
  useDefaults: false,
  strict: false,
  unicodeRegExp: true,
  // A field that there is not is answered with those that there are.
  verbose: true,
});
addFormats.default(ajv, ['date-time']);

interface JsonSchema {
  type?: string;
  minLength?: number;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  'x-trimmed'?: boolean;
}

type Fields = Record<string, unknown>;

/** `events[3].eventType` rather than `/events/3/eventType`. */
function pathOf(error: ErrorObject, root: string): string {
  const parts = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') parts.push(String(error.params.missingProperty));
  const path = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return path.replace(/^\./, '') || root;
}

const namesIn = ({ parentSchema }: ErrorObject): string =>
  Object.keys((parentSchema?.properties ?? {}) as object).join(', ') || 'none';

function sentenceOf(error: ErrorObject, root: string): string {
  const path = pathOf(error, root);
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return `${path} is required.`;
    case 'enum':
      return `${path} must be one of ${(params.allowedValues as string[]).join(', ')}.`;
    case 'type':
      return `${path} must be ${/^[aeio]/.test(params.type) ? 'an' : 'a'} ${params.type}.`;
    case 'minLength':
      return params.limit === 1 ? `${path} must not be empty.` : `${path} is too short.`;
    case 'maxLength':
      return `${path} may have at most ${params.limit} characters.`;
    case 'minItems':
      return `${path} must have at least ${params.limit} item.`;
    case 'maxItems':
      return `${path} may have at most ${params.limit} items.`;
    case 'minimum':
      return `${path} must be at least ${params.limit}.`;
    case 'maximum':
      return `${path} may be at most ${params.limit}.`;
    case 'additionalProperties':
      return `${path} has no field “${String(params.additionalProperty).slice(0, 40)}”; it takes ${namesIn(error)}.`;
    case 'format':
      return `${path} must be an RFC 3339 date-time with a time zone.`;
    case 'pattern':
      return `${path} does not have the expected form.`;
    default:
      return `${path} ${error.message ?? 'is not valid'}.`;
  }
}

/** What is wrong with a value, in a sentence. */
export function faultFinder(schema: object, root: string): (value: unknown) => string | undefined {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : sentenceOf(validate.errors?.[0] as ErrorObject, root));
}

function check(validate: ValidateFunction, value: unknown, root: string): void {
  if (validate(value)) return;
  const error = validate.errors?.[0] as ErrorObject;
  const isCursor = error.instancePath === '/cursor';
  throw new DebriefError(isCursor ? 'invalid_cursor' : 'validation_error', sentenceOf(error, root));
}

interface Field {
  name: string;
  property: JsonSchema;
  isRequired: boolean;
}

function fieldsOf(schema: TObject): Field[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, property]) => ({
    name,
    property,
    isRequired: required.has(name),
  }));
}

/** A field that null means something in, such as "none". */
const hasNull = ({ anyOf = [] }: JsonSchema): boolean => anyOf.some(({ type }) => type === 'null');

/** Keeps the known fields (H13), reads null and blank as omitted (H14), trims metadata (H17). */
function normalise(fields: readonly Field[], given: Fields): Fields {
  const kept: Fields = {};
  for (const { name, property, isRequired } of fields) {
    if (!Object.hasOwn(given, name)) continue;
    let value = given[name];
    if (value === null && !isRequired && !hasNull(property)) continue;
    if (property['x-trimmed'] && typeof value === 'string') {
      value = value.trim();
      if (value === '' && !isRequired && property.minLength === undefined) continue;
    }
    kept[name] = value;
  }
  return kept;
}

/** A query holds only text; whole numbers and lists are recognised by the schema that waits for them. */
function fromQuery(fields: readonly Field[], query: Fields): Fields {
  const given: Fields = {};
  for (const { name, property } of fields) {
    if (!Object.hasOwn(query, name)) continue;
    const value = query[name];
    if (property.type === 'array') given[name] = Array.isArray(value) ? value : [value];
    else if (property.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) {
      given[name] = Number(value);
    } else given[name] = value;
  }
  return given;
}

const validatorOf = (schema: TSchema, compileOnce: CompileOnce): (() => ValidateFunction) =>
  compileOnce.later(() => ajv.compile(schema));

/** Builds the check of a route's body. */
export function bodyReader(row: Route, compileOnce = new CompileOnce()): (given: unknown) => Fields {
  if (!row.body) return () => ({});
  const validator = validatorOf(row.body, compileOnce);
  const fields = fieldsOf(row.body);
  return (given) => {
    // On a thread it was checked already.
    if (given instanceof CheckedBody) return given.fields;
    if (given === undefined && !bodyMayBeAbsent(row)) {
      throw new DebriefError('invalid_json', 'The body is empty; a JSON object is expected.');
    }
    const kept = normalise(fields, (given ?? {}) as Fields);
    check(validator(), kept, 'The body');
    return kept;
  };
}

/** Builds the check of one route: request parts in, one flat input out. */
export function inputReader(
  row: Route,
  compileOnce = new CompileOnce(),
): (params: Fields, query: Fields, body: unknown) => Fields {
  const readBody = bodyReader(row, compileOnce);
  const query = row.query && { validator: validatorOf(row.query, compileOnce), fields: fieldsOf(row.query) };
  return (params, givenQuery, givenBody) => {
    const input: Fields = { ...params };
    if (query) {
      const kept = normalise(query.fields, fromQuery(query.fields, givenQuery));
      check(query.validator(), kept, 'The query');
      Object.assign(input, kept);
    }
    return Object.assign(input, readBody(givenBody));
  };
}
