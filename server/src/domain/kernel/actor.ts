// Who changes something.

/** The application behind an API key, a person in the console, or the service itself (such as the publisher). */
export interface Actor {
  type: 'key' | 'person' | 'system';
  id: string;
}
