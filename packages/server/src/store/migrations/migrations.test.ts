import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import { engines } from '../../../testing/engine.ts';
import type { Engine } from '../database.ts';
import { migrations } from './index.ts';

/**
 * The digest of the statements of every migration that has been on main. A change to one of these texts does not reach
 * the databases that have run it: write a new migration instead, and add its digest here.
 */
const digests: Record<string, Record<Engine, string>> = {
  '0001-initial': {
    sqlite: '35acad35b5ab8985140d6ad37b889942a6570587d710a7be3c1b2caa86ee7cf4',
    postgres: 'e666c326b48b91b18a80c04bddcdc36d897ca1d28bc5da7a7cb6f0de2e94403b',
  },
  '0002-identity-provider': {
    sqlite: '26e83040c900196ae563e6c8544606fc6e3baeefa346136ba5aab51a97ab1817',
    postgres: '60638b43e287c76bc394595140962ab91bca0b9942784a051b9e995f796c60e1',
  },
  '0003-list-filters': {
    sqlite: 'd23df2c07e20f72f252bf785ae7b1816b0d8e8006271043e4debe62951c7def2',
    postgres: 'd23df2c07e20f72f252bf785ae7b1816b0d8e8006271043e4debe62951c7def2',
  },
  '0004-session-start': {
    sqlite: 'fa869f2140d549a0d68f10a61bd85cafda5ef64ad7b586dafe8b115f264da9aa',
    postgres: '34011c6f99f0e8913283eb4d4ba2782995471c1c235b667daa80a6ad30fdb105',
  },
  '0005-account-claims': {
    sqlite: '31f57bb36ac3a206d5f06011a1669797506aad1fdbae756fa8e104271503194e',
    postgres: '6a9023b00105964e4fc6f92615fcd2d9a187bb58b8ae9aa3a40a459d7e1d76fd',
  },
  '0006-people': {
    sqlite: '0eda896cd86bed29de3b046b0dfb1b53f6596ab294492bcd5bee95e1da93f950',
    postgres: '56c7e8a61ef135b0f9a9080175a152e468470a85c1f8e2f24c57ade233f06a7b',
  },
  '0007-findings': {
    sqlite: 'e239ff2227fb70255e4a61d40cd4d314c02df81e640c270dccd0642aebca100a',
    postgres: 'c779776fc0c7af7645a4a31dca13c3dc4a0322b31cff5d46880bd8bc2ba4a4aa',
  },
  '0008-links': {
    sqlite: '3dadf90d97254a1dc4c4ce168c13ffa29dfb646f775d9138232bc63d149b1aeb',
    postgres: 'cbb799f5d181ed74ae3e315ec4395efd90e64ca84760409f75e2a8e126ec0266',
  },
  '0009-review': {
    sqlite: '30cceabf7b1d69a18e3a4d67f26f7b2bc01b28b388067d27d12801b3a9950dee',
    postgres: '5b4f906a8c88503afe7f6ab40c4c190a08404ded339a7869dac15fbe9601b7c5',
  },
  '0010-queue-order': {
    sqlite: '6a015a07fbb124011ea35a5506e0f156758c768d46e0e459f5bd72f35e055e19',
    postgres: '6a015a07fbb124011ea35a5506e0f156758c768d46e0e459f5bd72f35e055e19',
  },
  '0011-pull-decisions': {
    sqlite: '0659222c0fb173d9826b9a8269911672d89d69ae8106023e0b0594d4ed896a00',
    postgres: '34caaa7ad7df8dac478ca8bb44346f827412a33007b8470bed32b9384c73ba91',
  },
  '0012-review-looks': {
    sqlite: '9db882c279f55ceb9f4fda147e2be9a565f6582c8be11d62004a38360c99bece',
    postgres: 'e6fc7c42b7d7f46840e0caa7ceab08795ebf388b4614ca06b877bbd36909d42d',
  },
  '0013-erasures': {
    sqlite: 'f4d62a0b79b444244effff1223486168cd5450dd7771dbe1b130ac82532ed011',
    postgres: 'd269106e70f3183962b7ad0e78d6a81463531872a3044c745e8cb8fcc2423996',
  },
  '0014-kept-counts': {
    sqlite: 'd7b1e403a8708e9bef5ce6cab0eaa0e92d117fb32ef891041526c56eb9342ef2',
    postgres: '934c932b050810cc9c0ab3b30bf7014d0ffeff373ce0c1011b0c695411de252c',
  },
  '0015-bus-lineage': {
    sqlite: 'a44b2072b3e9c8fa6c91ac1f2a9344a42efadb478115e1019037b547a5a6ca09',
    postgres: '3ca4a2665e21861ed88995f2a8212239fa8fc8106349b89ef8eaf7421fa55fac',
  },
  '0016-review-again': {
    sqlite: 'e69ad5a7688851196d43e7bb8002b8bdd1968084000c99f76bab6106c9b5cc1e',
    postgres: 'e69ad5a7688851196d43e7bb8002b8bdd1968084000c99f76bab6106c9b5cc1e',
  },
  '0017-machine-keys': {
    sqlite: '9fdfab4c7d8022212f7a853afeae1f8a8463f31b6a347051df3b7445c82da824',
    postgres: 'a763410a83e3f1a02f2deb4773db87a0102e78c202b711526b077515feb02c16',
  },
  '0018-claim-requests': {
    sqlite: 'a00f7bb128c664b82067d832ff8e1324a8fa6d247b96189769438aed3610cb83',
    postgres: '669df4128391f4b20d63428595acbdcdd47929a666b13e0e4a3684c8f970a86c',
  },
  '0019-session-titles': {
    sqlite: 'e520e96b49218977519fd1f8f19400817ee1801d9e47d530825c4a07b55e0e7a',
    postgres: '40fd5b713bcb8aba3cbdca86f40544d933c1cdf12b6785ce75a84d4e7c98c923',
  },
  '0020-views': {
    sqlite: 'e1be960f55a560b6d918435ebf1306a802a612d56c76488eb9c014854b17ff8b',
    postgres: '5fe2896b66f57ec62c09d5321e1ae36477a9e6f2dd69de6e28ec9baef4297fdd',
  },
  '0021-lines': {
    sqlite: '8cfdd56024b9b2090e46f7de4523e490ada21e80d92fe23336ec0d9faaab015f',
    postgres: '1cd0478a110395e29d0c9f34d8f131cf76ee68257a20afc55a95399f1164cb9d',
  },
  '0022-seen': {
    sqlite: '3b2c19bd5b1620ea689238d8a537f10d6a5e72917f5ff1110260298d76c62728',
    postgres: '5607bde8eab2731a72e7b43ac89f6a3bf0c2a3f19628021506ac467af3f2eccf',
  },
  '0023-ticks': {
    sqlite: '7cc0d2147939f3eb980f7b50917f3fd3112a54b8d97250dd7d951b17acdad44d',
    postgres: '9a2d21d8f6105e0dc6adb8bbbe4a35acd1fe1f7111dcb5b732c838f55f123ebd',
  },
  '0024-held': {
    sqlite: 'e8793bee526f9f69803cee5fadefab8b2dff3dbee0f591dde8866e2d49939c3e',
    postgres: 'e8793bee526f9f69803cee5fadefab8b2dff3dbee0f591dde8866e2d49939c3e',
  },
  '0025-labels': {
    sqlite: '790383783a7f4b9532b228a9a8098f4e79227f21c9f4373f11a810af80c89384',
    postgres: '1642b27af6c75b7ec12bc05c3a512c259f55e8e76bcfa0305a101b27760a811d',
  },
  '0026-review-begun': {
    sqlite: 'd42cd4c4b7395e1d765334de0ad25f947fd20b457ee2d1c414e62aa65cd8cc03',
    postgres: 'd42cd4c4b7395e1d765334de0ad25f947fd20b457ee2d1c414e62aa65cd8cc03',
  },
  '0027-access': {
    sqlite: '304f118d4aeffb8b94bb0de865d19961d952c2bb3ef30212a6a1971d16269d86',
    postgres: 'd33a313a972a1546da85e9d574df17d7ced4a10816fdea647e4e0fc5201c231a',
  },
  '0028-rotation': {
    sqlite: '2f827852140b2bc7bc7b056e08f039d3383fb1251a4af35a4df178c48e5babeb',
    postgres: '6664a95d0e4caa209d2a36018e4e45fcffa8a5867a9bc5313d8b1370a2dc94a8',
  },
  '0029-team-views': {
    sqlite: 'a7ac1b9e69b13d89265c2145157cd0e28af4d0b321cb57cf62d292b4fd314838',
    postgres: 'a7ac1b9e69b13d89265c2145157cd0e28af4d0b321cb57cf62d292b4fd314838',
  },
  '0030-redactions': {
    sqlite: 'd10b7b93951188deaff56a1d2f0b0c40599e0d4e306c9ffd4aca466e70a1f490',
    postgres: '63d48091bf3ea3ffa1364e60ea6f25be087ad2ec68dc125dda0eb86d194369b9',
  },
  '0031-tokens': {
    sqlite: 'f74ec51ef7419ca85b1f33373893b00ef7a96bfef0a0054cae16cc3ee978bcf0',
    postgres: '379a34e32fca7f658b6fada0f860c9185b74c52e6abad013707e15f4fe842910',
  },
  '0032-redacted-words': {
    sqlite: 'ad518a542894570a9523a1f991890257bd7de85fc5224fad5e955807f021dc90',
    postgres: '058a188172aedce92b8ee934adf7a60a69aca44a6f8b56cec3b418f157f21d37',
  },
  '0033-outbox': {
    sqlite: '8215f8704c2edc6e4d319314e6d0fa817949da6064b34bc59c611a6e1065dfff',
    postgres: 'be8d0ecae5727c5a0ad3fa177aa3da7b381dc13c7f5ad301bd11d3721a5aea5c',
  },
  '0034-chain': {
    sqlite: 'ede25fa13e092d0fc0e5dcb3429b2eb19ce95f99f059b46a864b1c9fdf875f54',
    postgres: '268440e645fb8641c394aef601aff8c2adcdc67333bec8444357f222fb8029a9',
  },
  '0035-gate': {
    sqlite: 'cfec2959764ae9d7c60c60d09dabea4c0932f461bde83a9b459f2c2dec6cf668',
    postgres: '18dc8ac208c9b1a7788121c9f7e7f5c94e2246d4e0486ac01ddba80cd049247a',
  },
  '0036-legal-holds': {
    sqlite: '4b9eba8a72bbded9c40a026137fa08eedf39d7fa0bc138472252b4acf39fc247',
    postgres: 'a5353401fccf14e57c30b7f1b761a868605c364c7487e30a0d059e0919df1362',
  },
  '0037-audit-feed': {
    sqlite: '3de76536fe67ede9ee981ab5838e48a54327f2ed26c8fbdd9bc559035438b943',
    postgres: '931664727686d7e3dde73b57c20dabc8f9b7d726f3f3cb66e8008b560d66d695',
  },
  '0038-lessons': {
    sqlite: '6d7a9ed26bd58d17414c2087da60665c4792e2c25df10026c1ea8084c8a969da',
    postgres: '5cb28fd14dbace8483b274d59158365acc3d8622520b155114831b8c5934a3a2',
  },
  '0039-session-lessons': {
    sqlite: '6000a70eb9f87567365edbf7b97333a51825fdeb39b699a186be835ae306d402',
    postgres: '30e427f49b40d273bae522f03e0a5ffc59863e51e264c1346663a4aa421ac5b0',
  },
  '0040-redaction-jobs': {
    sqlite: 'fc57f18734b4cd3aec9ea5fae0efadd00d7e19585a0ae16f2b828e56304beab7',
    postgres: '7c28a791be1fd8de1a7002e7be4b01cabe015100242553dde77e5e12a6176514',
  },
  '0041-commit-statuses': {
    sqlite: '56bbba27a5b0e6bf74a69c4facfb18312cba6052a223013ba6bda49664e6ea86',
    postgres: '332494697c822136d5af43f114cbdf28170d96e8a5de402558b5a2cd8aa39c9b',
  },
  '0042-leaving': {
    sqlite: 'b5905b697d0817d64774c0d7e8887f670605e5adc4a3a559c9dda2680635eb89',
    postgres: '6bda87f204011418e2656da41060a2bd5b64c6041ff16d6376955504312ddb32',
  },
  '0043-traces': {
    sqlite: '7be63cdca7043bd3a9d68ae1e403d243c4daeea3ddfddbb4796c6c3b77ff680a',
    postgres: 'b25ecd81f01962f909255bc23cd49fbb37e32c6ef0f7cff46db50c6c6641c6ca',
  },
  '0044-monday-mail': {
    sqlite: 'e7e5bdf18381b2faf3c854d28b1a573b1ecb52fcadddf3610d88459bb25c6197',
    postgres: '59d5b8742db867c75886a5cde1f868b503f4dcf33e7c8fbe898a5d3f585aa1c4',
  },
};

/** The statements a migration runs, without a database. */
async function statementsOf(engine: Engine, name: string): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('a migration looked at the database');
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await migrations(engine)[name]?.up(db);
  return statements;
}

describe('migrations', () => {
  for (const engine of engines) {
    for (const name of Object.keys(migrations(engine))) {
      it(`${name} on ${engine} is as it was when it first ran on somebody's database`, async () => {
        const statements = await statementsOf(engine, name);
        assert.ok(statements.length > 0);
        const digest = createHash('sha256').update(statements.join(';\n')).digest('hex');
        const known = digests[name]?.[engine];
        assert.equal(
          digest,
          known,
          known ? 'Do not edit a migration: add another one.' : `A new migration: add ${digest}.`,
        );
      });
    }

    it(`no migration of ${engine} is gone, and the order is by number`, () => {
      const names = Object.keys(migrations(engine));
      assert.deepEqual(names, Object.keys(digests));
      assert.deepEqual(
        names.map((name) => Number(name.slice(0, 4))),
        names.map((_, index) => index + 1),
      );
    });
  }
});
