// Accepts an invite: with a name and password, or with one click if already signed in with that email address.

import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { isStatus } from '../../data/query-client.ts';
import { useAcceptInvitation, useInvitation } from '../../data/session.ts';
import { AnchorLink, ButtonLink } from '../../parts/links.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import { errorText, type KnownErrors } from '../../parts/text/error-text.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AccessFrame } from './access-frame.tsx';
import { AccountForm } from './account-form.tsx';

const route = getRouteApi('/invite/$token');

export function InvitePage() {
  const texts = useTexts();
  const { members } = useSettingsTexts();
  const { access } = texts;
  const { token } = route.useParams();
  const invitation = useInvitation(token);
  const accept = useAcceptInvitation(token);
  const navigate = useNavigate();
  if (isStatus(invitation.error, 404)) {
    return (
      <AccessFrame title={access.linkGoneTitle}>
        <Text size="sm">{access.inviteGone}</Text>
        <ButtonLink to="/sign-in" mt="lg" fullWidth>
          {access.signIn}
        </ButtonLink>
      </AccessFrame>
    );
  }
  const { data } = invitation;
  const known: KnownErrors = {
    UNAUTHORIZED: access.wrong,
    NOT_FOUND: access.inviteGone,
    CONFLICT: members.alreadyMember,
  };
  const join = (fields: { name?: string; password?: string }) =>
    accept.mutate(fields, { onSuccess: () => void navigate({ to: '/posts', replace: true }) });
  const joinsAs = data?.joinsAs ?? null;
  return (
    <AccessFrame
      title={data === undefined ? access.inviteTitleShort : access.inviteTitle(data.workspace.name)}
      text={joinsAs === null ? access.inviteText : access.inviteSignedIn(joinsAs)}
    >
      {invitation.error !== null && (
        <ErrorState error={invitation.error} onRetry={() => void invitation.refetch()} />
      )}
      {invitation.isPending && <Skeleton height={280} />}
      {data !== undefined && joinsAs !== null && (
        <Stack>
          {accept.error !== null && (
            <Alert color="red" role="alert">
              {errorText(texts, accept.error, known)}
            </Alert>
          )}
          <Button size="md" loading={accept.isPending} onClick={() => join({})}>
            {access.join}
          </Button>
        </Stack>
      )}
      {data !== undefined && joinsAs === null && (
        <AccountForm
          email={data.email}
          submitLabel={access.join}
          error={accept.error}
          known={known}
          isPending={accept.isPending}
          onSubmit={({ name, password }) => join({ name, password })}
        />
      )}
      {data !== undefined && joinsAs === null && (
        <AnchorLink to="/sign-in" mt="md" display="block" size="sm">
          {access.signIn}
        </AnchorLink>
      )}
    </AccessFrame>
  );
}
