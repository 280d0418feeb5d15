/** How the mark of an event lies in a seal: the salt, the digest of what it says, the beginning of that of its place. */
export const saltBytes = 16;
export const digestBytes = 32;
export const placeBytes = 4;
export const markBytes = saltBytes + digestBytes + placeBytes;
