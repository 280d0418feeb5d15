import SerializerSelector from '@fastify/fast-json-stringify-compiler';

/**
 * Writers of answers, compiled when a route first answers. All at once they would take a quarter of a second of every
 * start, and most servers never use most routes.
 */
export function lazySerializers(): SerializerSelector.SerializerFactory {
  const factory = SerializerSelector();
  return (...given) => {
    const compile = factory(...given);
    return (route) => {
      let write: SerializerSelector.Serializer | undefined;
      return (answer) => {
        write ??= compile(route);
        return write(answer);
      };
    };
  };
}
