<?php
require $argv[1] . '/wp-load.php';
$given = json_decode(stream_get_contents(STDIN), true);
update_option('closed_rest', $given['rest'] ? '' : 'yes');
update_option('closed_sitemap', $given['sitemap'] ? '' : 'yes');
