// @vitest-environment happy-dom
import { join } from 'node:path';
import { Edit, type EditKindName } from '@bowerbird/catalog/edits/edit';
import { refusalCodes } from '@bowerbird/catalog/edits/refusal';
import { editKinds } from '@bowerbird/catalog/edits/table';
import { editExamples } from '@bowerbird/catalog/testing/examples/all';
import { languages } from '@bowerbird/contract/account/account';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../../../build/catalogues.ts';
import { argumentsOf } from '../fault-text.ts';
import { showLanguage, shownTexts } from '../language.ts';
import { textOf } from '../text.ts';
import { editSentence, refusalSentence, sentenceValues } from './edit-sentence.ts';

const kinds = Object.keys(editKinds) as EditKindName[];
const edits = kinds.flatMap((kind) => editExamples[kind].map(({ edit }) => Edit.parse({ kind, ...edit })));

describe.each(languages)('the sentence of an edit in %s', (language) => {
  const texts = readCatalogue(join(import.meta.dirname, '../../../locales'), language);

  it('is there for every kind, and names exactly the values that the edit gives', async () => {
    await showLanguage(language);
    const text = textOf(shownTexts);
    const wrong = edits.flatMap((edit) => {
      const sentence = texts[`edit.sentence.${edit.kind}`];
      const named = sentence === undefined ? [] : argumentsOf(compileMessageOrThrow(sentence)).sort();
      const given = Object.keys(sentenceValues(edit, text)).sort();
      return sentence === undefined || named.join() !== given.join()
        ? [`${edit.kind}: ${named} / ${given}`]
        : [];
    });

    expect(wrong).toEqual([]);
  });

  it('leaves no placeholder and no key in what is said', async () => {
    await showLanguage(language);
    const text = textOf(shownTexts);
    const said = edits
      .filter((edit) => !JSON.stringify(edit).includes('{'))
      .map((edit) => editSentence(edit, text));

    expect(said.filter((each) => /[{}]|edit\.|field\./.test(each))).toEqual([]);
    expect(
      refusalCodes.map((code) => refusalSentence(code, text)).filter((each) => /edit\./.test(each)),
    ).toEqual([]);
  });
});

it('says what a merchant would say', async () => {
  await showLanguage('zh-CN');
  const text = textOf(shownTexts);
  const say = (edit: Edit) => editSentence(edit, text);

  expect(say({ kind: 'multiply-price', by: '1.3', ending: { to: '.99' } })).toBe('价格 × 1.3，尾数 .99');
  expect(say({ kind: 'percent-to-price', percent: '-20', variants: ['v1'] })).toBe(
    '价格降低 20%（仅 1 个规格）',
  );
  expect(say({ kind: 'set-field', field: 'vendor', value: null })).toBe('清空品牌');
  expect(say({ kind: 'set-field', field: 'status', value: 'draft' })).toBe('把状态改为“草稿”');
});
