// The posts linked to a changelog entry: search, link, unlink.

import type { Post } from '@earshot/client';
import { ActionIcon, Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { usePostChoice } from '../../data/feedback/posts.ts';
import { IconX } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import surface from '../../parts/surface.module.css';
import { useTexts } from '../../texts/texts.tsx';

type Linked = Pick<Post, 'id' | 'title'>;

export function LinkedPosts({
  posts,
  onChange,
}: {
  posts: readonly Linked[];
  onChange: (posts: Linked[]) => void;
}) {
  const { changelog: texts } = useTexts();
  const combobox = useCombobox();
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const found = (usePostChoice(asked).data ?? []).filter(({ id }) => !posts.some((post) => post.id === id));
  const add = (id: string) => {
    const post = found.find((one) => one.id === id);
    if (post !== undefined) onChange([...posts, { id: post.id, title: post.title }]);
    setWords('');
    combobox.closeDropdown();
  };
  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={add} shadow="md">
        <Combobox.Target>
          <InputBase
            label={texts.linkedPosts}
            placeholder={texts.linkPost}
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onClick={() => combobox.openDropdown()}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={texts.linkedPosts}>
            {found.length === 0 && <Combobox.Empty>{texts.noPosts}</Combobox.Empty>}
            {found.map(({ id, title }) => (
              <Combobox.Option key={id} value={id}>
                {title}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {posts.length > 0 && (
        <div className={surface.frame} style={{ marginTop: 8 }}>
          {posts.map(({ id, title }) => (
            <div key={id} className={surface.row} style={{ paddingBlock: 6 }}>
              <Text size="sm" className={surface.grow}>
                <AnchorLink inherit to="/posts/$postId" params={{ postId: id }} target="_blank">
                  {title}
                </AnchorLink>
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.unlink(title)}
                onClick={() => onChange(posts.filter((post) => post.id !== id))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
