// The one answer for everything that is not there: a site that does not exist, one that is off, and a post that is
// internal. It names nothing, so that all of them are the same bytes.

import { createHash } from 'node:crypto';

const css =
  ':root{color-scheme:light dark}' +
  'body{font:400 16px/1.6 Inter,system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;' +
  'margin:0;padding:20px;text-align:center}h1{font-size:24px;font-weight:600;margin:0}p{margin:4px 0}';

/** Allows the only style of the page. */
export const notFoundStyle = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

export const notFoundPage = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Page not found</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p lang="de">Seite nicht gefunden</p>
<p lang="zh-Hans">页面不存在</p>
</main>
</body>
</html>
`);
