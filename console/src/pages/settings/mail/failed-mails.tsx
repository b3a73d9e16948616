// The last mails that could not be sent, with what the mail server said.

import { Table, Text, Title } from '@mantine/core';
import type { FailedMail } from '../../../data/settings/mail.ts';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useMailTexts } from '../../../texts/mail.ts';

export function FailedMails({ failures }: { failures: readonly FailedMail[] }) {
  const texts = useMailTexts();
  const formats = useFormats();
  return (
    <section aria-labelledby="failed-mails">
      <Title order={2} id="failed-mails" mt="xl" mb="sm">
        {texts.failures}
      </Title>
      <div className={`${surface.frame} ${surface.scroll}`}>
        <Table className={surface.stacked}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.when}</Table.Th>
              <Table.Th>{texts.recipient}</Table.Th>
              <Table.Th>{texts.kind}</Table.Th>
              <Table.Th>{texts.answer}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures.map(({ id, createdAt, email, kind, answer }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
                    {formats.ago(createdAt)}
                  </time>
                </Table.Td>
                <Table.Td>{email ?? texts.unknownAddress}</Table.Td>
                <Table.Td>{texts.kinds[kind]}</Table.Td>
                <Table.Td className={surface.breaks}>
                  <Text className={surface.mono}>{answer}</Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
