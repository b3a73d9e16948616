// A presented object that is JSON text already.

export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
