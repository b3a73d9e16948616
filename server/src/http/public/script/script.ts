// The only script of the public pages, in one file. Pages work without it.

import { inBrowser } from './in-browser.js';

export const script = `'use strict';\n(${inBrowser})();\n`;
