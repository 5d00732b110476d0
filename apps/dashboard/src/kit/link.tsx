import { Anchor, Button, NavLink, type AnchorProps, type ButtonProps, type NavLinkProps } from '@mantine/core';
import { createLink, type RegisteredRouter } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** The path of a screen that needs no parameters, as a menu links to it. */
export type ScreenPath = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}`>;

type Own<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

// The router cannot see through components that can be any element, so each is wrapped once as a link.
const PlainAnchor = (props: Own<AnchorProps>) => <Anchor component="a" {...props} />;
const PlainButton = (props: Own<ButtonProps>) => <Button component="a" {...props} />;
const PlainNavLink = (props: Own<NavLinkProps>) => <NavLink component="a" {...props} />;

export const Link = createLink(PlainAnchor);
export const LinkButton = createLink(PlainButton);
export const NavigationLink = createLink(PlainNavLink);
