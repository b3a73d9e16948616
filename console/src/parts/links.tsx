// Mantine components as router links, so that a wrong path doesn't compile.

import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AsAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

export const AnchorLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor {...props} />);

export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);

export const MenuLink = createLink((props: AsAnchor<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
