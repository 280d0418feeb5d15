import { DebriefError, type Environment } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconClockOff, IconDeviceLaptop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { claimQuery, useClaimEnvironment } from '../../api/author.ts';
import { environmentName } from '../../api/environment.ts';
import { useMe } from '../../api/member.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { platformNames } from '../../ui/format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name, NameList } from '../../ui/text/Name.tsx';
import { toastError } from '../../ui/toast/toast.ts';

/** Where the link of `debrief connect` leads: one click says whose machine it is. */
export function Claim() {
  const { code } = useParams({ from: '/shell/claim/$code' });
  const claim = useQuery(claimQuery(code));
  const bind = useClaimEnvironment();
  if (bind.data?.requested) return <Requested environment={bind.data.environment} />;
  if (bind.data) return <Claimed environment={bind.data.environment} />;
  if (claim.error instanceof DebriefError && claim.error.code === 'claim_not_found') return <Expired />;
  if (claim.error) return <Fault error={claim.error} retry={() => void claim.refetch()} />;
  return (
    <Page
      title="Is this your machine?"
      lead="Its sessions will carry your name. Your team sees whose they are, and you see who reads them."
    >
      {claim.data ? (
        <>
          <Machine environment={claim.data.environment} />
          <div>
            <Button
              size="md"
              mt="lg"
              loading={bind.isPending}
              onClick={() => bind.mutate(code, { onError: toastError })}
            >
              Yes, it is mine
            </Button>
          </div>
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </Page>
  );
}

function Machine({ environment }: { environment: Environment }) {
  return (
    <Rows label="The machine">
      <Row
        title={<Name text={environmentName(environment)} />}
        detail={
          <NameList
            names={[environment.displayName && environment.hostname, platformNames[environment.platform]]}
          />
        }
        meta={
          <>
            {environment.authorUserId && (
              <span>
                So far <Person userId={environment.authorUserId} />
              </span>
            )}
            <span>
              Seen <Time at={environment.lastSeenAt} />
            </span>
          </>
        }
      />
    </Rows>
  );
}

function Claimed({ environment }: { environment: Environment }) {
  const { member } = useMe();
  return (
    <Page title="It is yours" lead="Sessions of this machine carry your name from now on.">
      <Machine environment={environment} />
      <div>
        <LinkButton mt="lg" to="/sessions" {...(member && { search: { author: member.userId } })}>
          To your sessions
        </LinkButton>
      </div>
    </Page>
  );
}

const Requested = ({ environment }: { environment: Environment }) => (
  <Page
    title="They are asked first"
    lead="This machine has an author. They, or an admin, say whether it is yours; you are told in your inbox."
  >
    <Machine environment={environment} />
    <div>
      <LinkButton mt="lg" variant="default" to="/environments">
        All machines
      </LinkButton>
    </div>
  </Page>
);

const Expired = () => (
  <Page title="Claim a machine">
    <Empty
      icon={<IconClockOff size={22} />}
      title="This link does not work any more"
      text="A link works once, for ten minutes, and in the organization of its machine. Run “debrief claim” there for a new one."
    >
      <LinkButton variant="default" leftSection={<IconDeviceLaptop size={16} />} to="/environments">
        All machines
      </LinkButton>
    </Empty>
  </Page>
);
