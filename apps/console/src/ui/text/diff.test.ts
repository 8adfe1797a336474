import { describe, expect, it } from 'vitest';
import { changedPart } from './diff.tsx';

describe('a difference of two texts', () => {
  it('is the smallest part that changed', () => {
    expect(changedPart('轻量跑步鞋 限时包邮', '轻量跑步鞋')).toEqual({
      head: '轻量跑步鞋',
      removed: ' 限时包邮',
      added: '',
      tail: '',
    });
    expect(changedPart('red chair', 'blue chair')).toEqual({
      head: '',
      removed: 'red',
      added: 'blue',
      tail: ' chair',
    });
  });

  it('does not count a repeated letter twice', () => {
    expect(changedPart('aa', 'aaa')).toEqual({ head: 'aa', removed: '', added: 'a', tail: '' });
  });

  it('never cuts a character in half', () => {
    expect(changedPart('🙂', '🙃')).toEqual({ head: '', removed: '🙂', added: '🙃', tail: '' });
  });
});
