import { describe, expect, it } from 'vitest';
import enUS from '../file-faults/en-US.json' with { type: 'json' };
import ptBR from '../file-faults/pt-BR.json' with { type: 'json' };
import zhCN from '../file-faults/zh-CN.json' with { type: 'json' };
import zhTW from '../file-faults/zh-TW.json' with { type: 'json' };
import { faultCodes } from './fault-codes.ts';

describe('the sentences of errors in files', () => {
  it.each([
    ['en-US', enUS],
    ['pt-BR', ptBR],
    ['zh-CN', zhCN],
    ['zh-TW', zhTW],
  ])('exist in %s for every code, and for nothing else', (_, texts) => {
    const named = Object.keys(texts).filter((key) => key.startsWith('fileFault.'));

    expect(named.sort()).toEqual(faultCodes.map((code) => `fileFault.${code}`).sort());
  });
});
