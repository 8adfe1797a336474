import type { Film } from '../film.ts';

/** From the product list to a store, and the verification of the run. */
export const listFilm: Film = {
  name: 'list-in-bulk',
  title: {
    'zh-CN': '批量刊登到店铺，看懂刊登核对',
    'zh-TW': '批次刊登到商店，看懂刊登報告',
    'en-US': 'List products in bulk and read the verification',
    'pt-BR': 'Publique em massa e confira com a loja',
  },
  summary: {
    'zh-CN': '选商品、选店铺、做刊登检测、刊登，最后与店铺核对。',
    'zh-TW': '選商品、選商店、查看刊登檢查、刊登，最後用刊登報告核對商店。',
    'en-US': 'Choose products and a store, read the fit report, list, and verify the store.',
    'pt-BR': 'Escolha produtos e loja, leia o relatório de adequação, publique e confira com a loja.',
  },
  beginning: 'products',
  path: '/products/list',
  shots: [
    {
      caption: {
        'zh-CN': '选中要刊登的商品',
        'zh-TW': '選取要刊登的商品',
        'en-US': 'Select the products to list',
        'pt-BR': 'Selecione os produtos a publicar',
      },
      actions: [
        {
          do: 'click',
          at: {
            role: 'checkbox',
            name: { key: 'table.selectRow', values: { name: 'Birch Scented Candle' } },
          },
        },
        { do: 'click', at: { role: 'button', name: { key: 'bulk.selectAll', values: { n: 24 } } } },
      ],
      stays: 3,
    },
    {
      caption: {
        'zh-CN': '点“刊登到店铺”',
        'zh-TW': '按「刊登到商店」',
        'en-US': 'Choose “List to stores”',
        'pt-BR': 'Escolha “Publicar nas lojas”',
      },
      actions: [
        { do: 'click', at: { role: 'button', name: { key: 'products.bulk.list' } } },
        {
          do: 'await',
          at: { role: 'button', name: { key: 'listing.toRules' } },
          seconds: 1.4,
        },
      ],
      stays: 2,
    },
    {
      caption: {
        'zh-CN': '选择一家或几家店铺，这里用练习店铺',
        'zh-TW': '選擇一家或幾家商店，這裡用練習商店',
        'en-US': 'Choose one store or several; here it is the practice store',
        'pt-BR': 'Escolha uma ou mais lojas; aqui é a loja de treino',
      },
      actions: [{ do: 'point', at: { text: { key: 'listing.inStore', values: { n: 0 } } } }],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '规则可以只改这家店的价格、文字和分类',
        'zh-TW': '規則可以只改這家店的價格、文字和分類',
        'en-US': 'Rules change prices, texts and categories for one store alone',
        'pt-BR': 'Regras mudam preços, textos e categorias só nesta loja',
      },
      actions: [
        { do: 'click', at: { role: 'button', name: { key: 'listing.toRules' } } },
        { do: 'await', at: { text: { key: 'listing.rules.note' } }, seconds: 1.2 },
      ],
      stays: 4.4,
    },
    {
      caption: {
        'zh-CN': '刊登检测先检查每件商品，这时还没有发送任何内容',
        'zh-TW': '刊登檢查先檢查每件商品，這時還沒有送出任何內容',
        'en-US': 'The fit report checks every product before anything is sent',
        'pt-BR': 'O relatório confere cada produto antes de enviar qualquer coisa',
      },
      actions: [
        { do: 'click', at: { role: 'button', name: { key: 'listing.toCheck' } } },
        { do: 'await', at: { text: { key: 'listing.prices' } }, seconds: 2 },
      ],
      stays: 4.4,
    },
    {
      caption: {
        'zh-CN': '价格、成本和毛利率也在这里核对',
        'zh-TW': '價格、成本和毛利率也在這裡核對',
        'en-US': 'Check prices, costs and margins here as well',
        'pt-BR': 'Confira aqui também preços, custos e margens',
      },
      actions: [{ do: 'point', at: { text: { key: 'listing.prices' } } }],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '开始刊登，每件商品的进度都能看到',
        'zh-TW': '開始刊登，每件商品的進度都看得到',
        'en-US': 'List them, and follow every product',
        'pt-BR': 'Publique e acompanhe cada produto',
      },
      actions: [
        {
          do: 'click',
          at: { role: 'button', name: { key: 'listing.go', values: { n: 24, m: 1 } }, begins: true },
        },
        { do: 'await', at: { text: { key: 'runs.proof.agrees' } }, seconds: 7 },
      ],
      stays: 2,
    },
    {
      caption: {
        'zh-CN': '每一步都有记录：先记下，再发送，再核对',
        'zh-TW': '每一步都有記錄：先記下，再送出，再核對',
        'en-US': 'Each step is recorded: written down, sent, then checked',
        'pt-BR': 'Cada etapa é registrada: anotada, enviada e depois conferida',
      },
      actions: [
        { do: 'point', at: { text: { key: 'runs.journal.in', values: { store: 'Aster Practice' } } } },
      ],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '刊登核对把店铺和记录逐件对照：没有重复，没有遗漏',
        'zh-TW': '刊登報告把商店和記錄逐件對照：沒有重複，沒有遺漏',
        'en-US': 'The verification compares store and records: nothing twice, nothing missing',
        'pt-BR': 'A conferência compara loja e registros: nada duplicado, nada faltando',
      },
      actions: [{ do: 'point', at: { text: { key: 'runs.proof.agrees' } } }],
      stays: 6,
    },
  ],
};
