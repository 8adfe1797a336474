import type { Film } from '../film.ts';

/** From a shop's address to the merchant's own products. */
export const collectFilm: Film = {
  name: 'collect-a-shop',
  title: {
    'zh-CN': '采集一家店并认领商品',
    'zh-TW': '採集商店並認領商品',
    'en-US': 'Collect a shop and add its products',
    'pt-BR': 'Colete uma loja e adicione os produtos',
  },
  summary: {
    'zh-CN': '粘贴网址、识别平台、采集、查看采集报告，最后认领成自己的商品。',
    'zh-TW': '貼上網址、識別平台、採集、採集報告，最後認領成自己的商品。',
    'en-US':
      'Paste an address, collect, read the collection report, and add what was collected to your products.',
    'pt-BR':
      'Cole um endereço, colete, leia o relatório da coleta e adicione o que foi coletado aos seus produtos.',
  },
  beginning: 'nothing',
  path: '/collect/product',
  shots: [
    {
      caption: {
        'zh-CN': '采集一家店，从一个网址开始',
        'zh-TW': '採集商店，從一個網址開始',
        'en-US': 'Collecting a shop begins with one address',
        'pt-BR': 'A coleta de uma loja começa com um endereço',
      },
      actions: [{ do: 'point', at: { role: 'textbox', inMain: true } }],
      stays: 3.6,
    },
    {
      caption: {
        'zh-CN': '粘贴一件商品、一个分类或整家店的网址',
        'zh-TW': '貼上一件商品、一個分類或整家店的網址',
        'en-US': 'Paste the address of a product, a category or a whole shop',
        'pt-BR': 'Cole o endereço de um produto, de uma categoria ou da loja inteira',
      },
      actions: [
        { do: 'type', at: { role: 'textbox', inMain: true }, text: { practice: 'categoryAddress' } },
        { do: 'click', at: { role: 'button', name: { key: 'collect.recognise' }, inMain: true } },
      ],
      stays: 3,
    },
    {
      caption: {
        'zh-CN': 'Bowerbird 识别平台，并列出依据和前几件商品',
        'zh-TW': 'Bowerbird 識別平台，並列出依據和前幾件商品',
        'en-US': 'Bowerbird recognises the platform and shows the first products',
        'pt-BR': 'O Bowerbird reconhece a plataforma e mostra os primeiros produtos',
      },
      actions: [
        { do: 'await', at: { text: { key: 'collect.sample' } }, seconds: 1.5 },
        {
          do: 'point',
          at: { text: { key: 'collect.recognised.platform', values: { name: 'Shopify' } }, inMain: true },
        },
      ],
      stays: 3.4,
    },
    {
      caption: {
        'zh-CN': '选择采集范围，然后开始采集',
        'zh-TW': '選擇採集範圍，然後開始採集',
        'en-US': 'Choose how much to collect, and start',
        'pt-BR': 'Escolha quanto coletar e comece',
      },
      actions: [
        { do: 'point', at: { text: { key: 'collect.scope.thisCategory' }, inMain: true } },
        { do: 'click', at: { role: 'button', name: { key: 'collect.start' }, inMain: true } },
        {
          do: 'await',
          at: { text: { key: 'collect.done.complete', values: { n: 24 } } },
          seconds: 3,
        },
      ],
      stays: 2.6,
    },
    {
      caption: {
        'zh-CN': '采集报告：店铺公布 24 件，采到 24 件，没有跳过',
        'zh-TW': '採集報告：商店公布 24 件，採到 24 件，沒有略過',
        'en-US': 'Collection report: 24 listed by the shop, 24 collected, none skipped',
        'pt-BR': 'Relatório da coleta: 24 anunciados pela loja, 24 coletados, nenhum ignorado',
      },
      actions: [{ do: 'point', at: { text: { key: 'collect.promised.collections' } } }],
      stays: 5,
    },
    {
      caption: {
        'zh-CN': '货源没有提供的内容，报告里也逐项写明',
        'zh-TW': '來源沒有提供的內容，報告裡也逐項寫明',
        'en-US': 'What the source does not give is named there, too',
        'pt-BR': 'O que a origem não informa também aparece ali',
      },
      actions: [{ do: 'point', at: { text: { key: 'collect.certificate.skipped' } } }],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '采到的商品先放在采集箱里',
        'zh-TW': '採到的商品先放在採集箱裡',
        'en-US': 'What was collected waits under Collected products',
        'pt-BR': 'O que foi coletado espera em Coletados',
      },
      actions: [
        { do: 'click', at: { role: 'button', name: { key: 'collect.openBox' }, inMain: true } },
        {
          do: 'await',
          at: {
            role: 'checkbox',
            name: { key: 'table.selectRow', values: { name: 'Birch Scented Candle' } },
          },
          seconds: 1.2,
        },
      ],
      stays: 3.4,
    },
    {
      caption: {
        'zh-CN': '选中一件，再选择全部 24 件',
        'zh-TW': '選取一件，再選擇全部 24 件',
        'en-US': 'Select one product, then all 24',
        'pt-BR': 'Selecione um produto e depois todos os 24',
      },
      actions: [
        {
          do: 'click',
          at: {
            role: 'checkbox',
            name: { key: 'table.selectRow', values: { name: 'Birch Scented Candle' } },
          },
        },
        { do: 'click', at: { role: 'button', name: { key: 'bulk.selectMatching', values: { n: 24 } } } },
      ],
      stays: 2.8,
    },
    {
      caption: {
        'zh-CN': '认领时按规则定价，来源价记为成本',
        'zh-TW': '認領時按規則定價，來源價記為成本',
        'en-US': 'Prices follow a rule; the source price is kept as the cost',
        'pt-BR': 'Os preços seguem uma regra; o preço da origem fica como custo',
      },
      actions: [
        { do: 'point', at: { text: { key: 'collect.claim.with' } } },
        { do: 'click', at: { role: 'button', name: { key: 'collect.claim.go', values: { n: 24 } } } },
        { do: 'await', at: { text: { key: 'collect.claimed', values: { n: 24 } } }, seconds: 2 },
      ],
      stays: 3,
    },
    {
      caption: {
        'zh-CN': '24 件都是您的商品了，可以编辑、导出和刊登',
        'zh-TW': '24 件都是您的商品了，可以編輯、匯出和刊登',
        'en-US': 'All 24 are your products now: edit, export and list them',
        'pt-BR': 'Os 24 agora são seus produtos: edite, exporte e publique',
      },
      actions: [],
      stays: 5,
    },
  ],
};
