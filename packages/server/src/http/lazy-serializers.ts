import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { CompileOnce } from './compile-once.ts';

/** Writers of answers that are compiled when a route first answers, or before. */
export function lazySerializers(compileOnce: CompileOnce): SerializerSelector.SerializerFactory {
  const factory = SerializerSelector();
  return (...given) => {
    const compile = factory(...given);
    return (route) => {
      const write = compileOnce.later(() => compile(route));
      return (answer) => write()(answer);
    };
  };
}
