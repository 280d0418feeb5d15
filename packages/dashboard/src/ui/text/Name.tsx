import { Fragment } from 'react';
import { Visible } from './Visible.tsx';

/**
 * A name somebody else chose: a machine, a branch, a path, an address, a label. Characters that cannot be seen are
 * shown, and a name written from right to left does not turn the words around it.
 */
export const Name = ({ text }: { text: string }) => (
  <bdi>
    <Visible text={text} />
  </bdi>
);

/** Several names with a dot between them; those that are missing are left out. */
export const NameList = ({ names }: { names: readonly (string | undefined)[] }) =>
  names
    .filter((name) => name !== undefined && name !== '')
    .map((name, index) => (
      <Fragment key={name}>
        {index > 0 && ' · '}
        <Name text={name as string} />
      </Fragment>
    ));
