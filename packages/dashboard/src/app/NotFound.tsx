import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Empty } from '../ui/Empty.tsx';

export const NotFound = () => (
  <main>
    <Empty
      icon={<IconCompass size={22} />}
      title="There is no page here"
      text="The address may be mistyped, or what it named is gone."
    >
      <Button component="a" href="/sessions">
        To the sessions
      </Button>
    </Empty>
  </main>
);
