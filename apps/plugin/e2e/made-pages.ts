/** What a page contains apart from its products: none of it may ever leave the page. */
export const secrets = ['buyer-8842', 'crossdomain-token-77', 'umid-55aa', 'sess-c0ffee'];
const [buyer, crossdomain, umid, session] = secrets;

export const itemId = '1005008800000001';
export const itemUrl = `https://www.aliexpress.com/item/${itemId}.html`;
export const itemCall =
  'https://acs.aliexpress.com/h5/mtop.aliexpress.pdp.pc.query/1.0/?jsv=2.5.1&type=originaljsonp&dataType=jsonp';

/** Returns the response that fills an item page of AliExpress, with a visitor's data in it. */
export function itemAnswer(id = itemId, title = 'Folding paper lamp'): string {
  return JSON.stringify({
    ret: ['SUCCESS::ok'],
    data: {
      result: {
        GLOBAL_DATA: {
          globalData: {
            productId: id,
            subject: title,
            currencyCode: 'USD',
            storeName: 'Glade',
            buyerId: buyer,
            _token: session,
          },
        },
        PRODUCT_TITLE: { text: title },
        HEADER_IMAGE_PC: { imagePathList: ['https://ae01.alicdn.com/kf/lamp.jpg'] },
        SKU: {
          skuProperties: [
            {
              skuPropertyId: 14,
              skuPropertyName: 'Color',
              skuPropertyValues: [
                { propertyValueIdLong: 1, propertyValueDisplayName: 'White' },
                { propertyValueIdLong: 2, propertyValueDisplayName: 'Amber' },
              ],
            },
          ],
          skuPaths: [
            { skuIdStr: '9001', path: '14:1', salable: true, skuStock: 12 },
            { skuIdStr: '9002', path: '14:2', salable: true, skuStock: 4 },
          ],
        },
        PRICE: {
          skuIdStrPriceInfoMap: {
            9001: { salePriceString: 'US $19.90' },
            9002: { salePriceString: 'US $21.50' },
          },
        },
        DESC: {
          pcDescUrl:
            'https://aeproductsourcesite.alicdn.com/product/description/pc/v2/en_US/desc.htm?productId=1',
        },
        USER: { umidToken: umid, crossdomainToken: crossdomain },
      },
    },
  });
}

/** Returns the shell of an item page, which one of its scripts fills. */
export function itemShell(script: string, head = ''): string {
  return `<!doctype html><html><head><title>Lamp - AliExpress</title>${head}
<script>window.runParams = {}; window._d_c_ = { isCSR: true }; window.visitor = ${JSON.stringify(secrets)};</script></head>
<body><h1>Lamp</h1><p id="filled">empty</p><button id="cart" style="position:fixed;right:12px;bottom:20px;width:160px;height:44px">Add to cart</button>
<script>${script}</script></body></html>`;
}

/** Requested as the marketplace does today: by a script that calls a function of the page. */
export const byJsonp = `window.mtopjsonp3 = (answer) => { document.getElementById('filled').textContent = answer.data.result.PRODUCT_TITLE.text; };
const call = document.createElement('script');
call.src = '${itemCall}&callback=mtopjsonp3&data=' + encodeURIComponent(JSON.stringify({ productId: '${itemId}' }));
document.head.append(call);`;

export const byFetch = `fetch('${itemCall}&data=' + encodeURIComponent(JSON.stringify({ productId: '${itemId}' })))
  .then((answer) => answer.json()).then((answer) => { document.getElementById('filled').textContent = answer.data.result.PRODUCT_TITLE.text; });`;

export const byXhr = `const call = new XMLHttpRequest();
call.open('GET', '${itemCall}'); call.onload = () => { document.getElementById('filled').textContent = JSON.parse(call.responseText).data.result.PRODUCT_TITLE.text; };
call.send();`;

/** Returns a search page: its list in a script, the first of its cards visible. */
export function searchPage(count = 6): string {
  const ids = Array.from({ length: count }, (_, at) => `100500770000000${at + 1}`);
  const content = ids.map((id, at) => ({
    productId: id,
    itemType: 'productV3',
    title: { displayTitle: `Lamp ${at + 1}` },
    image: { imgUrl: '//ae01.alicdn.com/kf/x.jpg_220x220q75.jpg_.avif' },
    prices: { salePrice: { minPrice: 9.5 + at, currencyCode: 'USD' } },
  }));
  const pageInfo = { page: 1, pageSize: 60, totalResults: count };
  const state = JSON.stringify({ data: { root: { fields: { mods: { itemList: { content } }, pageInfo } } } });
  const cards = ids
    .map(
      (id, at) =>
        `<div class="card"><a class="search-card-item" href="//www.aliexpress.com/item/${id}.html?algo_pvid=x"><span class="pic"></span><h3>Lamp ${at + 1}</h3></a></div>`,
    )
    .join('');
  return `<!doctype html><html><head><title>lamp - Buy lamp</title><style>.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px;padding:24px}.card{border:1px solid #ddd}.pic{display:block;height:180px;background:#cde}</style>
<script>window._dida_config_ = {}; window._dida_config_._init_data_= { data: ${state} };</script></head><body><div class="grid">${cards}</div></body></html>`;
}
