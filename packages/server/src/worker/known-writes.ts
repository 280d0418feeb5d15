/**
 * How often something was heard of that may have changed the embedded database: a statement of this thread, a message
 * from another one. What a thread has written is known to nobody before its message is heard here.
 */
export const knownWrites = { count: 0 };
