// The recipes that let users in run as written, with the toolchains of Debian, and each of their links signs a person in.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython, findTool } from '../../../../scripts/tools.mjs';
import { visitorBrowser } from '../../site/visitor.ts';
import { open } from '../../site/world.ts';
import { blocksOf, programOf } from '../../support/documents/markdown.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { cleanUpAfterAll, newDirectory, runProgram } from '../processes.ts';

const page = 'docs/public-site.md';
const missing = (process.env.EARSHOT_MISSING_TOOLS ?? '').split(',');

interface Recipe {
  language: string;
  file: string;
  tool: string;
  command(): (string | undefined)[];
  /** The recipe with a call of it that prints the link. */
  calling(recipe: string): string;
}

const recipes: Recipe[] = [
  {
    language: 'python',
    file: 'links.py',
    tool: 'python3-requests',
    command: () => [findPython()],
    calling: (recipe) => `${recipe}\nprint(feedback_url({"id": "python", "name": "Ada"}), end="")\n`,
  },
  {
    language: 'php',
    file: 'links.php',
    tool: 'php',
    command: () => [findTool('php')],
    calling: (recipe) => `${recipe}\necho feedbackUrl(['id' => 'php', 'name' => 'Ada']);\n`,
  },
  {
    language: 'go',
    file: 'links.go',
    tool: 'go',
    command: () => [findTool('go'), 'run'],
    calling: (recipe) =>
      `${recipe.replace('package feedback', 'package main')}
func main() {
	link, err := URL("go", "Ada")
	if err != nil {
		panic(err)
	}
	fmt.Print(link)
}
`,
  },
];

cleanUpAfterAll();

let program: TestProgram;
let folder: string;
let address: string;
beforeAll(async () => {
  program = await startProgram();
  address = `http://127.0.0.1:${await program.listen()}`;
  folder = await newDirectory();
  await open(program);
});
afterAll(() => program?.close());

describe('the recipes that let users in', () => {
  it('cover exactly these languages, besides TypeScript, which the test of the package compiles', () => {
    const others = ['sh', 'ts'];
    const languages = blocksOf(page).map(({ language }) => language);
    expect(languages.filter((language) => !others.includes(language))).toEqual(
      recipes.map(({ language }) => language),
    );
    expect(languages).toContain('ts');
  });

  for (const { language, file, tool, command, calling } of recipes) {
    it.skipIf(missing.includes(tool))(`in ${language} make a link that signs the person in`, async () => {
      writeFileSync(join(folder, file), calling(programOf(page, language)));
      const [executable = '', ...args] = command().filter((part) => part !== undefined);
      const running = runProgram(executable, [...args, join(folder, file)], {
        EARSHOT_URL: address,
        EARSHOT_KEY: program.secrets.live,
        GOCACHE: join(folder, 'go-cache'),
        GOPATH: join(folder, 'go'),
      });
      expect({ ...(await running.exited), stderr: running.stderr() }).toEqual({
        code: 0,
        signal: null,
        stderr: '',
      });
      expect((await visitorBrowser(program).come(running.stdout())).status).toBe(303);
      const { users } = (await program.live.get(`/users?filters=externalId:${language}`)).body.data;
      expect(users).toMatchObject([{ externalId: language, name: 'Ada' }]);
    });
  }
});
