// Members of the workspace, their roles, and pending invites.

import { ActionIcon, Badge, Button, Select, Text, Title, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { type Role, useMayAdminister, useSession } from '../../data/session.ts';
import {
  type Invite,
  type Member,
  useChangeRole,
  useMembers,
  useRevokeInvite,
} from '../../data/settings/members.ts';
import { IconTrash, IconUserPlus } from '../../parts/icons.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { UserAvatar } from '../../parts/user-avatar.tsx';
import { useSettingsTexts } from '../../texts/settings.ts';
import { assignableRoles } from './assignable-roles.ts';
import { InviteModal } from './invite-modal.tsx';
import { RemoveMember } from './remove-member.tsx';
import { SettingsList } from './settings-list.tsx';

export function MembersPage() {
  const { members: texts } = useSettingsTexts();
  const query = useMembers();
  const [isInviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<Member | null>(null);
  return (
    <>
      <SettingsList
        texts={texts}
        createLabel={texts.invite}
        CreateIcon={IconUserPlus}
        query={query}
        onCreate={() => setInviting(true)}
      >
        {({ members, invites }) => (
          <>
            <div className={surface.frame}>
              {members.map((member) => (
                <MemberRow key={member.id} member={member} onRemove={() => setRemoving(member)} />
              ))}
            </div>
            {invites.length > 0 && (
              <>
                <Title order={2} mt="xl" mb="sm">
                  {texts.invites}
                </Title>
                <div className={surface.frame}>
                  {invites.map((invite) => (
                    <InviteRow key={invite.id} invite={invite} />
                  ))}
                </div>
              </>
            )}
          </>
        )}
      </SettingsList>
      {isInviting && <InviteModal onClose={() => setInviting(false)} />}
      {removing !== null && <RemoveMember member={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const { members: texts } = useSettingsTexts();
  const { account, workspace } = useSession();
  const formats = useFormats();
  const notify = useNotify();
  const given = assignableRoles[workspace.role];
  const mayChange = given.includes(member.role);
  const changeRole = useChangeRole();
  const change = (role: string | null) => {
    if (role === null || role === member.role) return;
    const before = member.role;
    const undo = () => changeRole.mutateAsync({ id: member.id, role: before });
    void notify.follow(
      changeRole.mutateAsync({ id: member.id, role: role as Role }),
      () => notify.doneWithUndo(texts.roleChanged(member.name), undo),
      { CONFLICT: texts.lastOwner },
    );
  };
  return (
    <div className={surface.row}>
      <UserAvatar name={member.name} />
      <div className={surface.grow}>
        <Text fw={600} size="sm">
          {member.name}{' '}
          {member.id === account.id && (
            <Badge variant="light" tt="none">
              {texts.you}
            </Badge>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {member.email} ·{' '}
          {member.lastSeenAt === null ? texts.neverSeen : texts.seen(formats.ago(member.lastSeenAt))}
        </Text>
      </div>
      {mayChange ? (
        <Select
          size="xs"
          w={120}
          aria-label={texts.roleOf(member.name)}
          value={member.role}
          onChange={change}
          data={given.map((role) => ({ value: role, label: texts.roles[role] }))}
        />
      ) : (
        <Text size="sm">{texts.roles[member.role]}</Text>
      )}
      {mayChange && member.id !== account.id && (
        <Tooltip label={texts.remove}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.removeOf(member.name)}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

function InviteRow({ invite }: { invite: Invite }) {
  const { members: texts } = useSettingsTexts();
  const formats = useFormats();
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const revoke = useRevokeInvite();
  return (
    <div className={surface.row}>
      <div className={surface.grow}>
        <Text size="sm" fw={600}>
          {invite.email}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.roles[invite.role]} · {invite.isMailed && `${texts.mailedShort} · `}
          {texts.inviteEnds(formats.dateTime(invite.expiresAt))}
        </Text>
      </div>
      {mayAdminister && (
        <Button
          size="compact-sm"
          variant="default"
          loading={revoke.isPending}
          onClick={() =>
            notify.follow(revoke.mutateAsync(invite.id), () => notify.done(texts.inviteRevoked(invite.email)))
          }
        >
          {texts.revokeInvite}
        </Button>
      )}
    </div>
  );
}
