// Signs in with a password, or with single sign-on where it is configured.

import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { addressOf } from '../../data/console-api.ts';
import { isStatus } from '../../data/query-client.ts';
import { useSignIn, useSignInMethods } from '../../data/session.ts';
import { errorText } from '../../parts/text/error-text.ts';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import { AccessFrame } from './access-frame.tsx';
import { safeRedirect } from './safe-redirect.ts';

const route = getRouteApi('/sign-in');

/** By the error that the sign-in callback puts into the URL. */
const providerFailure = ({ access: { oidcErrors } }: Texts, error: string | undefined): string | undefined =>
  Object.entries(oidcErrors).find(([word]) => word === error)?.[1];

export function SignInPage() {
  const texts = useTexts();
  const { access } = texts;
  const router = useRouter();
  const { to, expired, error } = route.useSearch();
  const methods = useSignInMethods().data;
  const signIn = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const target = safeRedirect(to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password }, { onSuccess: () => router.history.push(target) });
  };
  const failure =
    signIn.error === null
      ? providerFailure(texts, error)
      : isStatus(signIn.error, 401)
        ? access.wrong
        : errorText(texts, signIn.error);
  const notice = expired ? access.expired : methods?.needsSetup ? access.needsSetup : undefined;
  return (
    <AccessFrame title={access.signInTitle} text={access.signInText} notice={notice}>
      <form onSubmit={submit}>
        <Stack>
          {failure !== undefined && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <TextInput
            label={access.email}
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={access.password}
            autoComplete="current-password"
            required
            value={password}
            visibilityToggleButtonProps={{ 'aria-label': access.showPassword }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={signIn.isPending}>
            {access.signIn}
          </Button>
        </Stack>
      </form>
      {methods !== undefined && methods.oidc !== null && (
        <>
          <Divider my="lg" label={access.or} />
          <Button
            component="a"
            href={addressOf('startOidc', { query: { to: target } })}
            variant="default"
            size="md"
            fullWidth
          >
            {access.oidc(methods.oidc.label)}
          </Button>
        </>
      )}
    </AccessFrame>
  );
}
