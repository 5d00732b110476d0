import { Anchor, Button, NavLink, type AnchorProps, type ButtonProps, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Own<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

// The router cannot see through components that can be any element, so each is wrapped once as a link.
const PlainAnchor = (props: Own<AnchorProps>) => <Anchor component="a" {...props} />;
const PlainButton = (props: Own<ButtonProps>) => <Button component="a" {...props} />;
const PlainNavLink = (props: Own<NavLinkProps>) => <NavLink component="a" {...props} />;

export const Link = createLink(PlainAnchor);
export const LinkButton = createLink(PlainButton);
export const NavigationLink = createLink(PlainNavLink);
