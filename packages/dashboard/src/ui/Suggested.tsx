import { TextInput, type TextInputProps } from '@mantine/core';
import { useId } from 'react';

/** A field for a text, with what is known to choose from; anything else can be typed as well. */
export function Suggested({ known, ...props }: TextInputProps & { known: readonly string[] }) {
  const list = useId();
  return (
    <>
      <TextInput {...props} list={list} autoComplete="off" />
      <datalist id={list}>
        {known.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}
