// Shows the current workspace and switches to another.

import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useOnWorkspaceChange, useSession, useSwitchWorkspace } from '../data/session.ts';
import { IconCheck, IconSelector } from '../parts/icons.tsx';
import { useNotify } from '../parts/states/notify.tsx';
import { clearUndos } from '../parts/states/undo-stack.ts';
import { useTexts } from '../texts/texts.tsx';
import classes from './shell.module.css';
import { useLeave } from './use-leave.ts';

export function WorkspaceMenu() {
  const { shell } = useTexts();
  const { workspace, workspaces } = useSession();
  const notify = useNotify();
  const change = useSwitchWorkspace();
  const navigate = useNavigate();
  const leave = useLeave();
  useOnWorkspaceChange(() => {
    clearUndos();
    void navigate({ to: '/posts', replace: true });
  });
  const choose = (id: string) => void leave(() => change.mutate(id, { onError: notify.failed }));
  const name = (
    <>
      <Avatar src="/icon.svg" size={24} radius="sm" alt="" />
      <span className={classes.menuName}>{workspace.name}</span>
    </>
  );
  if (workspaces.length < 2) return <div className={classes.menuButton}>{name}</div>;
  return (
    <Menu width={220} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.menuButton} aria-label={shell.workspaceMenu(workspace.name)}>
          {name}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shell.workspaces}</Menu.Label>
        {workspaces.map((one) => (
          <Menu.Item
            key={one.id}
            onClick={() => choose(one.id)}
            rightSection={one.id === workspace.id ? <IconCheck size={16} aria-hidden /> : null}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
