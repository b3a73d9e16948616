// A text that a visitor wrote, as they wrote it. The start of a long one, with a button for the rest.

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import classes from './moderation.module.css';

const shownLines = 10;
const shownLength = 800;

export function LongText({ text }: { text: string }) {
  const { moderation: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > shownLength || text.split('\n', shownLines + 1).length > shownLines;
  return (
    <>
      <Text
        size="sm"
        mt={4}
        dir="auto"
        className={classes.text}
        {...(isLong && !isOpen && { lineClamp: shownLines })}
      >
        {text}
      </Text>
      {isLong && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          onClick={() => setOpen((was) => !was)}
        >
          {isOpen ? texts.showLess : texts.showAll}
        </Button>
      )}
    </>
  );
}
