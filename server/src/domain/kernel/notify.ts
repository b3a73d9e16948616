// Whom the team tells of a change by mail.

/** Those who follow, or also those who voted without following. */
export const choices = ['followers', 'voters'] as const;
export type Choice = (typeof choices)[number];
