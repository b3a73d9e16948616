// The main navigation: places of the workspace; below them the public site and the settings. On phones it is a bar at
// the bottom, with the rest in a menu.

import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../data/session.ts';
import { type Icon, IconDots, IconExternalLink, IconSearch } from '../parts/icons.tsx';
import { MenuLink } from '../parts/links.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type Place, usePlaces } from './places.tsx';
import classes from './shell.module.css';
import { ViewLinks } from './view-links.tsx';

export function Navigation({ onSearch }: { onSearch: () => void }) {
  const { shell } = useTexts();
  const places = usePlaces();
  return (
    <>
      <div className={classes.places}>
        {places.home !== undefined && <PlaceLink {...places.home} />}
        <PlaceLink {...places.inbox} isOnPhone />
        <PlaceLink {...places.posts} isOnPhone />
        <ViewLinks />
        <PhoneButton label={shell.search} Icon={IconSearch} onClick={onSearch} />
        {places.moderation !== undefined && <PlaceLink {...places.moderation} />}
        <PlaceLink {...places.changelog} />
        <PlaceLink {...places.customers} isOnPhone />
        <PlaceLink {...places.insights} />
        <More />
      </div>
      <div className={classes.end}>
        <PublicSite />
        <PlaceLink {...places.setUp} />
      </div>
    </>
  );
}

function PlaceLink({ to, label, Icon, mark, isOnPhone }: Place & { isOnPhone?: boolean }) {
  return (
    <Link
      to={to}
      className={classes.link}
      data-on-phone={isOnPhone}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span>
        {label}
        {mark}
      </span>
    </Link>
  );
}

function PublicSite() {
  const { places: names, shell } = useTexts();
  const { siteUrl } = useSession();
  if (siteUrl === null)
    return (
      <Link to="/settings/site" className={classes.link} activeProps={{ 'data-status': undefined }}>
        <IconExternalLink size={18} stroke={1.7} aria-hidden />
        <span>{names.publicSite}</span>
        <span className={classes.off}>{shell.siteOff}</span>
      </Link>
    );
  return (
    <a href={siteUrl} target="_blank" rel="noreferrer" className={classes.link}>
      <IconExternalLink size={18} stroke={1.7} aria-hidden />
      <span>{names.publicSite}</span>
    </a>
  );
}

function PhoneButton({ label, Icon, onClick }: { label: string; Icon: Icon; onClick?: () => void }) {
  return (
    <UnstyledButton className={`${classes.link} ${classes.onlyPhone}`} onClick={onClick}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <span>{label}</span>
    </UnstyledButton>
  );
}

/** On phones: what has no place in the bar. */
function More() {
  const { places: names, shell } = useTexts();
  const { siteUrl } = useSession();
  const places = usePlaces();
  const rest = [places.home, places.moderation, places.changelog, places.insights, places.setUp];
  return (
    <Menu width={220} position="top-end">
      <Menu.Target>
        <UnstyledButton className={`${classes.link} ${classes.onlyPhone}`}>
          <IconDots size={18} stroke={1.7} aria-hidden />
          <span>{shell.more}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {rest.map(
          (place) =>
            place !== undefined && (
              <MenuLink key={place.to} to={place.to} leftSection={<place.Icon size={16} aria-hidden />}>
                {place.label}
                {place.mark}
              </MenuLink>
            ),
        )}
        {siteUrl !== null && (
          <Menu.Item
            component="a"
            href={siteUrl}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {names.publicSite}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
