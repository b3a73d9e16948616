// The account menu: account page, theme, language, sign out.

import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession, useSignOut } from '../data/session.ts';
import { useChangeAccount } from '../data/settings/members.ts';
import {
  IconBook2,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUser,
} from '../parts/icons.tsx';
import { MenuLink } from '../parts/links.tsx';
import { useNotify } from '../parts/states/notify.tsx';
import { type Language, languages, languageTags, useI18n } from '../texts/texts.tsx';
import classes from './shell.module.css';
import { useLeave } from './use-leave.ts';

const schemes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { texts, language, setLanguage } = useI18n();
  const { account } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const leave = useLeave();
  const notify = useNotify();
  const signOut = useSignOut();
  const change = useChangeAccount();
  /** Takes effect here immediately, and is saved with the account for other devices. */
  const choose = (one: Language) => {
    void setLanguage(one);
    change.mutate({ locale: one }, { onError: notify.failed });
  };
  const endSession = () =>
    signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in' }), onError: notify.failed });
  const tick = (isOn: boolean) => (isOn ? <IconCheck size={16} aria-hidden /> : null);
  return (
    <Menu width={240} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.menuButton} aria-label={texts.shell.accountMenu(account.name)}>
          <Avatar size={28} radius="xl" color="indigo" alt="">
            <IconUser size={16} aria-hidden />
          </Avatar>
          <span className={classes.menuName}>{account.name}</span>
          <IconSelector size={16} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{account.email}</Menu.Label>
        <MenuLink to="/settings/you" leftSection={<IconUser size={16} aria-hidden />}>
          {texts.places.you}
        </MenuLink>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onHelp}>
          {texts.shell.shortcuts}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          leftSection={<IconBook2 size={16} aria-hidden />}
        >
          {texts.shell.apiReference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.shell.theme}</Menu.Label>
        {schemes.map(({ value, Icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={tick(colorScheme === value)}
            onClick={() => setColorScheme(value)}
          >
            {texts.shell.themes[value]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{texts.shell.language}</Menu.Label>
        {(Object.keys(languages) as Language[]).map((one) => (
          <Menu.Item
            key={one}
            lang={languageTags[one]}
            closeMenuOnClick={false}
            rightSection={tick(one === language)}
            onClick={() => choose(one)}
          >
            {languages[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave(endSession)}>
          {texts.shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
