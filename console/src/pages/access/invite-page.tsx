// An invitation by link: a new account, or the password of the one that is there.

import { Skeleton, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { isStatus } from '../../data/query-client.ts';
import { useAcceptInvitation, useInvitation } from '../../data/session.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { FailedState } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AccessFrame } from './access-frame.tsx';
import { AccountForm } from './account-form.tsx';

const route = getRouteApi('/invite/$token');

export function InvitePage() {
  const { access } = useTexts();
  const { token } = route.useParams();
  const invitation = useInvitation(token);
  const accept = useAcceptInvitation(token);
  const navigate = useNavigate();
  if (isStatus(invitation.error, 404)) {
    return (
      <AccessFrame title={access.linkGoneTitle}>
        <Text size="sm">{access.inviteGone}</Text>
        <AnchorLink to="/sign-in" mt="md" display="block" size="sm">
          {access.signIn}
        </AnchorLink>
      </AccessFrame>
    );
  }
  const { data } = invitation;
  return (
    <AccessFrame
      title={data === undefined ? access.inviteTitleShort : access.inviteTitle(data.workspace.name)}
      text={data?.isKnown ? access.inviteKnown : access.inviteText}
    >
      {invitation.error !== null && (
        <FailedState error={invitation.error} onRetry={() => void invitation.refetch()} />
      )}
      {invitation.isPending && <Skeleton height={280} />}
      {data !== undefined && (
        <AccountForm
          email={data.email}
          isKnown={data.isKnown}
          submitLabel={access.join}
          error={accept.error}
          isPending={accept.isPending}
          onSubmit={({ name, password }) =>
            accept.mutate(data.isKnown ? { password } : { name, password }, {
              onSuccess: () => void navigate({ to: '/feedback' }),
            })
          }
        />
      )}
    </AccessFrame>
  );
}
