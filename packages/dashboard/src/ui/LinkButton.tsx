import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement>;

/** A button that is a link of the router. */
export const LinkButton = createLink((props: ButtonProps & Omit<Anchor, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));

export const LinkIcon = createLink((props: ActionIconProps & Omit<Anchor, keyof ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));
