import type { Film } from '../film.ts';

/** From the product list to a file of all products. */
export const editFilm: Film = {
  name: 'edit-and-export',
  title: {
    'zh-CN': '编辑商品并导出 CSV',
    'zh-TW': '編輯商品並匯出 CSV',
    'en-US': 'Edit a product and export a CSV file',
    'pt-BR': 'Edite um produto e exporte um arquivo CSV',
  },
  summary: {
    'zh-CN': '查找商品、修改标题、保存、撤销的位置，以及导出商品 CSV。',
    'zh-TW': '搜尋商品、修改標題、儲存、復原的位置，以及匯出商品 CSV。',
    'en-US': 'Find a product, change its title, see where changes are undone, and export a product CSV.',
    'pt-BR': 'Encontre um produto, altere o título, veja onde desfazer e exporte um CSV de produtos.',
  },
  beginning: 'products',
  path: '/products/list',
  shots: [
    {
      caption: {
        'zh-CN': '商品列表里是您认领的全部商品',
        'zh-TW': '商品列表裡是您認領的全部商品',
        'en-US': 'The list holds every product that is yours',
        'pt-BR': 'A lista mostra todos os seus produtos',
      },
      actions: [],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '输入标题、SKU 或标签的一部分就能找到商品',
        'zh-TW': '輸入標題、SKU 或標籤的一部分就能找到商品',
        'en-US': 'Type part of a title, an SKU or a tag to find a product',
        'pt-BR': 'Digite parte do título, do SKU ou de uma tag para encontrar um produto',
      },
      actions: [
        { do: 'type', at: { role: 'searchbox', name: { key: 'products.search' } }, text: 'birch scented' },
        { do: 'await', at: { role: 'row', holds: 'Birch Scented Candle' }, seconds: 1 },
      ],
      stays: 2.4,
    },
    {
      caption: {
        'zh-CN': '打开商品，所有内容都在一页上',
        'zh-TW': '開啟商品，所有內容都在一頁上',
        'en-US': 'Open product: everything is on one page',
        'pt-BR': 'Abra o produto: tudo está em uma página',
      },
      actions: [
        { do: 'click', at: { role: 'row', holds: 'Birch Scented Candle' } },
        {
          do: 'await',
          at: { role: 'textbox', name: { key: 'products.field.title' } },
          seconds: 1.4,
        },
      ],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '修改标题；旁边的标记写明内容来自来源还是您自己',
        'zh-TW': '修改標題；旁邊的標記寫明內容來自來源還是您自己',
        'en-US': 'Change the title; a mark says whether it is yours or the source’s',
        'pt-BR': 'Altere o título; uma marca diz se ele é seu ou da origem',
      },
      actions: [
        {
          do: 'type',
          at: { role: 'textbox', name: { key: 'products.field.title' } },
          text: 'Birch Candle, hand poured',
        },
      ],
      stays: 3.6,
    },
    {
      caption: {
        'zh-CN': '保存修改',
        'zh-TW': '儲存修改',
        'en-US': 'Save the change',
        'pt-BR': 'Salve a alteração',
      },
      actions: [
        { do: 'click', at: { role: 'button', name: { key: 'act.save' }, begins: true } },
        { do: 'await', at: { text: { key: 'products.saved' } }, seconds: 1.4 },
      ],
      stays: 2.4,
    },
    {
      caption: {
        'zh-CN': '每次修改都有记录，也可以撤销',
        'zh-TW': '每次修改都有記錄，也可以復原',
        'en-US': 'Every change is recorded and can be undone',
        'pt-BR': 'Cada alteração fica registrada e pode ser desfeita',
      },
      actions: [{ do: 'point', at: { role: 'button', name: { key: 'act.undo' }, inMain: true } }],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '要得到文件，打开“导出”',
        'zh-TW': '要取得檔案，打開「匯出」',
        'en-US': 'To get a file, open Export',
        'pt-BR': 'Para obter um arquivo, abra Exportar',
      },
      actions: [
        { do: 'click', at: { role: 'link', name: { key: 'menu.products.export' } } },
        {
          do: 'await',
          at: { role: 'button', name: { key: 'export.start', values: { n: 24 } } },
          seconds: 1.4,
        },
      ],
      stays: 3,
    },
    {
      caption: {
        'zh-CN': '选择格式，前几行预览和文件里的完全一样',
        'zh-TW': '選擇格式，前幾行預覽和檔案裡的完全一樣',
        'en-US': 'Choose a format; the preview shows the rows exactly as in the file',
        'pt-BR': 'Escolha o formato; a prévia mostra as linhas exatamente como no arquivo',
      },
      actions: [
        { do: 'point', at: { text: { key: 'export.format.shopify.what' } } },
        { do: 'point', at: { role: 'region', name: { key: 'export.result' } } },
      ],
      stays: 4,
    },
    {
      caption: {
        'zh-CN': '导出全部商品，文件随时可以再次下载',
        'zh-TW': '匯出全部商品，檔案隨時可以再次下載',
        'en-US': 'Export all products; the file stays here to download at any time',
        'pt-BR': 'Exporte todos os produtos; o arquivo fica aqui para baixar quando quiser',
      },
      actions: [
        { do: 'click', at: { role: 'button', name: { key: 'export.start', values: { n: 24 } } } },
        { do: 'await', at: { role: 'link', name: { key: 'export.download' } }, seconds: 2 },
        { do: 'point', at: { role: 'link', name: { key: 'export.download' } } },
      ],
      stays: 5,
    },
  ],
};
