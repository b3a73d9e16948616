// A certificate for servers on loopback, and its key, which protects nothing. Only what is told to trust it does.

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggDcNbNuWyVr8qRgP
GXjZqyyOahGLRIOIQdkcfDIhCMWhRANCAAQFq3mKFTc8qwp5UUQwMxN7+Izd5htD
FvRf/QSVgej4G7bfXzaUMZva2yVa+WWhatxpIh/cQdi/JRW4LriJwbN5
-----END PRIVATE KEY-----
`;

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUeTdk3pl8e9zqbkMvCKqbzK+sSzswCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMZWFyc2hvdC10ZXN0MCAXDTI2MTExOTA4MjIxOFoYDzIxMjYx
MDI2MDgyMjE4WjAXMRUwEwYDVQQDDAxlYXJzaG90LXRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQFq3mKFTc8qwp5UUQwMxN7+Izd5htDFvRf/QSVgej4G7bf
XzaUMZva2yVa+WWhatxpIh/cQdi/JRW4LriJwbN5o28wbTAdBgNVHQ4EFgQUiPz2
WT3OP8vJbY0byfWQmH19cCYwHwYDVR0jBBgwFoAUiPz2WT3OP8vJbY0byfWQmH19
cCYwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEw
CgYIKoZIzj0EAwIDSAAwRQIgTgmUTNPGB+mPieirzlH1ISkPQqAkKe8O//dkRy/y
j0ACIQCsrkvQwa5Zdo8/gNa2w0m4n6XGngqNoPU3G3j1Upk4dg==
-----END CERTIFICATE-----
`;
