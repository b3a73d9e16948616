// Who changes something.

/**
 * The application behind an API key, a person in the console, the service itself (such as the publisher), or a visitor
 * of the public site, whose ID is that of a user.
 */
export interface Actor {
  type: 'key' | 'person' | 'system' | 'visitor';
  id: string;
}
